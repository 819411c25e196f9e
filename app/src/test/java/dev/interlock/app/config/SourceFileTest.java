package dev.interlock.app.config;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceFileTest {
  @TempDir Path folder;

  private String line(byte[] bytes) throws Exception {
    var file = Files.write(folder.resolve("interlock.yaml"), bytes);
    return line(file);
  }

  private static String line(Path file) {
    return switch (Config.load(file)) {
      case Loaded.Ok _ -> "ok";
      case Loaded.Bad(var problems) -> problems.getFirst().render("f");
    };
  }

  @Test
  void fileThatIsNotThere() {
    assertThat(line(folder.resolve("none.yaml"))).isEqualTo("f: there is no such file");
  }

  @Test
  void folderIsNoFile() {
    assertThat(line(folder)).isEqualTo("f: is a folder; name the file in it");
  }

  @Test
  void otherEncodingsAreNamedWithTheirLine() throws Exception {
    assertThat(line("# a\nserver: {} # \u00e9\n".getBytes(ISO_8859_1)))
        .isEqualTo("f:2: is not UTF-8 from here on");
    assertThat(line("server: {}".getBytes(UTF_16))).isEqualTo("f:1: is not UTF-8 from here on");
    assertThat(line(new byte[] {'#', (byte) 0xE2, (byte) 0x82}))
        .as("cut inside a character")
        .isEqualTo("f:1: is not UTF-8 from here on");
  }

  @Test
  void byteOrderMarkAndWindowsLinesAreTaken() throws Exception {
    assertThat(line("\uFEFFserver:\r\n  port: 1\r\n".getBytes(UTF_8))).isEqualTo("ok");
  }

  @Test
  void sizeIsBounded() throws Exception {
    assertThat(line("#".repeat(SourceFile.MOST_BYTES).getBytes(UTF_8))).isEqualTo("ok");
    assertThat(line("#".repeat(SourceFile.MOST_BYTES + 1).getBytes(UTF_8)))
        .isEqualTo("f: is larger than 1 MiB, so it is no settings file");
  }
}
