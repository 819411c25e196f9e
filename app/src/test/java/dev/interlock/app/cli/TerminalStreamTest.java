package dev.interlock.app.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.CharBuffer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class TerminalStreamTest {
  private static final String HOSTILE =
      "a\u001b[2Jb\u001b]0;title\u0007c\u009b31md\u202ee\u0000f\rg\u001b[31;5mh\u001b";
  private static final String HARMLESS = "a?[2Jb?]0;title?c?31md?e?f?g?[31;5mh?";

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final TerminalStream stream = new TerminalStream(new PrintStream(bytes, true, UTF_8));

  private String shown() {
    return bytes.toString(UTF_8);
  }

  @Test
  @DisplayName("Words of others command no terminal, by whichever way they are printed")
  void everyWay() {
    stream.print(HOSTILE);
    stream.println(HOSTILE);
    stream.print((Object) HOSTILE);
    stream.println(CharBuffer.wrap(HOSTILE));
    stream.print(HOSTILE.toCharArray());
    stream.println(HOSTILE.toCharArray());
    stream.printf("%s", HOSTILE);
    stream.append(HOSTILE).append(HOSTILE, 0, 2).append('\u001b');
    stream.print('\u001b');
    stream.println('\u001b');
    stream.flush();

    assertThat(shown().replace(HARMLESS, "").replace("\n", "").replace("a?", "")).isEqualTo("???");
  }

  @Test
  void ownStylesAndOrdinaryTextGetThrough() {
    var text = "\u001b[1mbold\u001b[0m \u001b[31mred\u001b[0m\tK\u00f6ln \u5317\ud83c\udf38\n";
    stream.print(text);
    stream.print("windows\r\nlines");
    stream.flush();

    assertThat(shown()).isEqualTo(text + "windows\nlines");
  }
}
