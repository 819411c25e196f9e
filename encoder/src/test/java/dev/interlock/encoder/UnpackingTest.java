package dev.interlock.encoder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.core.embed.EmbedOutcome;
import dev.interlock.core.embed.EmbedRequest;
import dev.interlock.core.embed.Urgency;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnpackingTest {
  private static final NativePlatform.Bundle SMALL =
      new NativePlatform.Bundle(
          "tokenizers", "/native/lib/win-x86_64/cpu/", List.of("libwinpthread-1.dll"));

  /// Variables that alone would keep ONNX Runtime quiet or lead elsewhere.
  private static final Set<String> INHERITED =
      Set.of(NoTelemetry.VARIABLE, "CI", "GITHUB_ACTIONS", "XDG_CACHE_HOME", "JAVA_TOOL_OPTIONS");

  @TempDir Path folder;

  @Test
  void unpackedFilesAreKeptAndNotWrittenAgain() throws IOException {
    Path file = NativeLibraries.unpack(SMALL, folder).resolve("libwinpthread-1.dll");
    var old = FileTime.fromMillis(1_000_000);
    Files.setLastModifiedTime(file, old);

    NativeLibraries.unpack(SMALL, folder);

    assertThat(file).hasSize(56_978);
    assertThat(Files.getLastModifiedTime(file)).isEqualTo(old);
  }

  @Test
  void tornFileIsUnpackedAgain() throws IOException {
    Path file = NativeLibraries.unpack(SMALL, folder).resolve("libwinpthread-1.dll");
    Files.write(file, new byte[100]);

    NativeLibraries.unpack(SMALL, folder);

    assertThat(file).hasSize(56_978);
    try (Stream<Path> files = Files.list(file.getParent())) {
      assertThat(files).containsExactly(file);
    }
  }

  @Test
  void missingFileIsNamed() {
    var missing = new NativePlatform.Bundle("tokenizers", "/native/", List.of("nothing.so"));

    assertThatThrownBy(() -> NativeLibraries.unpack(missing, folder))
        .isInstanceOf(FileNotFoundException.class)
        .hasMessage("/native/nothing.so is not on the class path");
  }

  @Test
  @DisplayName("nothing is left outside the folder, so no library has begun to report home either")
  void nothingIsLeftInTheTemporaryFolderOrTheHome() throws Exception {
    Path temporary = Files.createDirectory(folder.resolve("tmp"));
    Path home = Files.createDirectory(folder.resolve("home"));
    Path unpacked = folder.resolve("unpacked");

    assertThat(embedInAnotherProcess(temporary, home, unpacked)).isEmpty();

    assertThat(unpacked.resolve("answer")).hasContent("384 components");
    assertThat(temporary).isEmptyDirectory();
    assertThat(home).isEmptyDirectory();
    try (Stream<Path> files = Files.list(unpacked)) {
      assertThat(files.map(path -> path.getFileName().toString().replaceAll("-.*", "")))
          .containsExactlyInAnyOrder("onnxruntime", "tokenizers", "answer");
    }
  }

  /// What the process printed.
  private static String embedInAnotherProcess(Path temporary, Path home, Path unpacked)
      throws IOException, InterruptedException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of("-XX:+UseSerialGC", "-XX:-UsePerfData", "--enable-native-access=ALL-UNNAMED"));
    command.add("-Djava.io.tmpdir=" + temporary);
    command.add("-Duser.home=" + home);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(OneVector.class.getName(), unpacked.toString()));
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("HOME", home.toString());
    builder.environment().put("TMPDIR", temporary.toString());
    builder.environment().keySet().removeAll(INHERITED);
    Process process = builder.start();
    try (var output = process.getInputStream()) {
      String text = new String(output.readAllBytes(), StandardCharsets.UTF_8);
      process.waitFor();
      return text;
    }
  }

  /// A program that embeds one text and writes down how wide the vector is.
  static final class OneVector {
    private OneVector() {}

    static void main(String[] arguments) throws IOException {
      Path folder = Path.of(arguments[0]);
      try (var encoder = EmbeddedEncoder.open(folder)) {
        var request = new EmbedRequest(List.of("text"), Urgency.BULK, OptionalInt.empty());
        String answer =
            switch (encoder.embed(request)) {
              case EmbedOutcome.Answered answered ->
                  answered.vectors().getFirst().length + " components";
              case EmbedOutcome.Failed failed -> failed.message();
            };
        Files.writeString(folder.resolve("answer"), answer);
      }
    }
  }
}
