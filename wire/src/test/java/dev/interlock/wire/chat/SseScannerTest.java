package dev.interlock.wire.chat;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.Gen;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Events out of bytes, whatever the pieces.
class SseScannerTest {
  private record Seen(List<String> events, byte[] passed) {}

  /// Feeds a stream in pieces of these sizes; each is spoilt once it was let go of.
  private static Seen scan(byte[] stream, IntSupplier size) {
    return scan(stream, size, () -> true);
  }

  private static Seen scan(byte[] stream, IntSupplier size, BooleanSupplier release) {
    var scanner = new SseScanner();
    var events = new ArrayList<String>();
    var passed = new ByteArrayOutputStream();
    var given = new ArrayList<byte[]>();
    for (int at = 0; at < stream.length; ) {
      int count = Math.min(stream.length - at, size.getAsInt());
      var piece = Arrays.copyOfRange(stream, at, at + count);
      given.add(piece);
      assertThat(scanner.put(piece)).isTrue();
      at += count;
      take(scanner, events);
      if (release.getAsBoolean()) {
        passed.write(scanner.kept(), 0, scanner.whole());
        scanner.release();
        given.forEach(old -> Arrays.fill(old, (byte) '\n'));
      }
    }
    if (scanner.last()) {
      events.add(data(scanner));
    }
    passed.write(scanner.kept(), 0, scanner.length());
    return new Seen(events, passed.toByteArray());
  }

  private static void take(SseScanner scanner, List<String> events) {
    while (scanner.next()) {
      events.add(data(scanner));
    }
  }

  private static String data(SseScanner scanner) {
    return new String(scanner.data(), scanner.from(), scanner.to() - scanner.from(), UTF_8);
  }

  private static List<String> events(String stream) {
    return scan(stream.getBytes(UTF_8), () -> Integer.MAX_VALUE).events();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          data: a~~                        | a
          data:a~~data:  b~~               | a;' b'
          data: a^data: b^^                | a;b joined
          : comment~~data: a~~             | a
          : comment~data: a~: more~~       | a
          event: x~id: 1~retry: 5~data: a~~| a
          event: x~~data: a~~              | a
          data~~                           | ''
          data: a                          | a
          data: [DONE]                     | [DONE]
          database: x~~data: a~~           | a
          data: a:b~~                      | a:b
          ~~~data: a~~~~                   | a
          """)
  @DisplayName("The rules of the standard, one row each")
  void rules(String stream, String expected) {
    var found = events(stream.replace('~', '\n').replace("^", "\r\n"));

    var wanted =
        expected.equals("a;b joined")
            ? List.of("a\nb")
            : Arrays.stream(expected.split(";")).map(e -> e.replace("'", "")).toList();
    assertThat(found).isEqualTo(wanted);
  }

  @Test
  @DisplayName("C56: any split of the bytes gives the same events, and the same bytes go on")
  void anySplitGivesTheSameEvents() {
    var parts =
        List.of(
            "data: {\"a\":\"\u5317\u4eac\ud83c\udf38\u00e9\u2014\"}",
            ": PROCESSING",
            "data: x",
            "data:",
            "",
            "",
            "event: error",
            "id: 7");
    var ends = List.of("\n", "\r\n", "\r");
    Gen.each(
        400,
        gen -> {
          var text = new StringBuilder(gen.between(0, 3) == 0 ? "\ufeff" : "");
          boolean mixed = gen.between(0, 1) == 0;
          var end = ends.get(gen.between(0, 2));
          for (int i = gen.between(1, 14); i > 0; i--) {
            text.append(parts.get(gen.between(0, parts.size() - 1)));
            text.append(mixed ? ends.get(gen.between(0, 2)) : end);
          }
          var bytes = text.toString().getBytes(UTF_8);
          var whole = scan(bytes, () -> Integer.MAX_VALUE);
          var pieces = scan(bytes, () -> gen.between(1, 5));
          var held = scan(bytes, () -> gen.between(1, 9), () -> gen.between(0, 2) == 0);

          assertThat(pieces.events()).isEqualTo(whole.events()).isEqualTo(reference(text));
          assertThat(held.events()).isEqualTo(whole.events());
          assertThat(held.passed()).isEqualTo(bytes);
          assertThat(pieces.passed()).isEqualTo(bytes);
          assertThat(whole.passed()).isEqualTo(bytes);
        });
  }

  /// The standard's own words, as slowly as they read; the last event counts without its blank
  /// line.
  private static List<String> reference(CharSequence text) {
    var events = new ArrayList<String>();
    var data = new ArrayList<String>();
    var plain = text.toString().replaceFirst("^\ufeff", "").replace("\r\n", "\n");
    for (var line : (plain.replace('\r', '\n') + "\n").split("\n", -1)) {
      if (line.isEmpty() && !data.isEmpty()) {
        events.add(String.join("\n", data));
        data.clear();
      } else if (line.startsWith("data:")) {
        data.add(line.substring(5).replaceFirst("^ ", ""));
      }
    }
    return events;
  }

  @Test
  void tooMuchWithoutAnEndIsNotTaken() {
    var scanner = new SseScanner();
    var piece = "x".repeat(SseScanner.MOST_BYTES).getBytes(ISO_8859_1);

    assertThat(scanner.put(piece)).isTrue();
    assertThat(scanner.put(new byte[1])).isFalse();
    assertThat(new SseScanner().put(new byte[SseScanner.MOST_BYTES + 1])).isFalse();
  }
}
