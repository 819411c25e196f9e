package dev.interlock.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.interlock.app.config.KeySources.Content;
import dev.interlock.runtime.upstream.HostKey;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SettingsTest {
  private static final String KEY = "sk-local-canary-1";

  @TempDir private Path folder = Path.of("");

  private static Loaded.Ok file(String key) {
    return (Loaded.Ok)
        ConfigReader.parse(
            """
            hosts:
              gpu:
                url: "http://gpu:8000/v1"
                key: "%s"
              bare: {url: "http://bare:8000"}
              far: {url: "http://far:8000", cloud: true}
            routes:
              r: {host: gpu, model: m}
              s: {host: bare, model: m}
              t: {host: far, model: m, pin: p}
            roles:
              code-embedding: {routes: [r, s, t]}
              text-embedding: {routes: [embedded]}
            """
                .formatted(key));
  }

  private static Settings variable(Optional<String> value) {
    var sources =
        new KeySources(
            name -> name.equals("GPU_KEY") ? value : Optional.empty(),
            _ -> new Content.Unreadable("is not to be read"));
    return Settings.of(file("${env:GPU_KEY}"), sources);
  }

  private static Settings inFile(Content content) {
    var wanted = Path.of("keys/gpu").toAbsolutePath();
    var sources =
        new KeySources(
            _ -> Optional.of("not asked"),
            path -> path.equals(wanted) ? content : new Content.Unreadable("is another"));
    return Settings.of(file("${file:keys/gpu}"), sources);
  }

  private static List<String> lines(Settings settings) {
    return settings.warnings().stream().map(w -> w.render("f")).toList();
  }

  /// What an engine's refusal shows of it: a key is never shown, but it is taken out of a text.
  private static boolean is(HostKey key, String value) {
    return key.present() && key.without("<" + value + ">").equals("<[key]>");
  }

  @Test
  void aKeyIsFoundInTheEnvironmentAndInAFile() {
    for (var settings : List.of(variable(Optional.of(KEY)), inFile(new Content.Text(KEY)))) {
      assertThat(is(settings.keyOf("gpu"), KEY)).isTrue();
      assertThat(settings.keyOf("bare").present()).isFalse();
      assertThat(settings.keyOf("none").present()).isFalse();
      assertThat(lines(settings)).isEmpty();
    }
  }

  @Test
  void lastLineBreaksOfAFileAreNoPartOfTheKey() {
    for (var end : List.of("\n", "\r\n", "\n\n")) {
      assertThat(is(inFile(new Content.Text(KEY + end)).keyOf("gpu"), KEY)).isTrue();
    }
  }

  static Stream<Arguments> missing() {
    var blank = "holds a blank, a control character or a letter beyond ASCII";
    return Stream.of(
        arguments(variable(Optional.empty()), "the variable GPU_KEY", "is not set"),
        arguments(variable(Optional.of("")), "the variable GPU_KEY", "is empty"),
        arguments(variable(Optional.of(KEY + "\n")), "the variable GPU_KEY", blank),
        arguments(variable(Optional.of(KEY + "\u00e9")), "the variable GPU_KEY", blank),
        arguments(
            variable(Optional.of("k".repeat(4_097))),
            "the variable GPU_KEY",
            "is longer than 4096 characters"),
        arguments(inFile(new Content.Text("\n")), gpuFile(), "is empty"),
        arguments(inFile(new Content.Text(KEY + " \n")), gpuFile(), blank),
        arguments(inFile(new Content.Text(KEY + "\n" + KEY)), gpuFile(), blank),
        arguments(inFile(new Content.Unreadable("is not there")), gpuFile(), "is not there"));
  }

  private static String gpuFile() {
    return "the file " + Path.of("keys/gpu").toAbsolutePath();
  }

  @ParameterizedTest(name = "{1} {2}")
  @MethodSource("missing")
  void aKeyThatIsNotThereIsAWarningWithItsLineAndAnAdvice(
      Settings settings, String where, String what) {
    assertThat(lines(settings))
        .containsExactly(
            "f:4: hosts.gpu.key: %s %s, so this host is asked without a key".formatted(where, what))
        .noneMatch(line -> line.contains(KEY));
    assertThat(settings.keyOf("gpu").present()).isFalse();
    assertThat(settings.keyOf("gpu").advice(401))
        .isEqualTo("it wants a key: %s of hosts.gpu.key %s".formatted(where, what));
  }

  @Test
  void whoeverHasNoKeyIsToldWhereToSetOne() {
    var settings = variable(Optional.of(KEY));
    assertThat(settings.keyOf("gpu").advice(403))
        .isEqualTo("it refuses the key that hosts.gpu.key names");
    assertThat(settings.keyOf("gpu").advice(404)).isEmpty();
    assertThat(settings.keyOf("bare").advice(401))
        .isEqualTo(
            "it wants a key: set hosts.bare.key to where one lies, ${env:NAME} or ${file:PATH}");
    assertThat(settings.keyOf("far").advice(401)).contains("is an account");
  }

  @Test
  void anAddressGetsAKeyOnlyIfItIsTheHostsOwn() {
    var settings = variable(Optional.of(KEY));
    for (var same :
        List.of("http://gpu:8000", "http://gpu:8000/v1", "http://GPU:8000", "http://gpu:8000/")) {
      assertThat(settings.keyAt(URI.create(same)).present()).as(same).isTrue();
    }
    for (var other :
        List.of(
            "https://gpu:8000/v1",
            "http://gpu:8001/v1",
            "http://gpu/v1",
            "http://gpu:8000/other/v1",
            "http://gpu.evil:8000/v1",
            "http://bare:8000")) {
      assertThat(settings.keyAt(URI.create(other)).present()).as(other).isFalse();
    }
    assertThat(settings.keyAt(URI.create("http://gpu:8001")).advice(401)).contains("with this URL");
    assertThat(settings.keyAt(URI.create("http://bare:8000")).advice(401))
        .contains("hosts.bare.key");
  }

  @Test
  @DisplayName("No text of the settings holds a key")
  void settingsHideTheirKeys() {
    var settings = variable(Optional.of(KEY));
    assertThat(settings.toString()).contains("GPU_KEY").doesNotContain(KEY);
    assertThat(settings.keyOf("gpu").toString()).isEqualTo("HostKey[hidden]");
    assertThat(Map.of("k", settings.keyOf("gpu")).toString()).doesNotContain(KEY);
  }

  @Test
  void filesAreReadFromTheDiskBesideTheSettings() throws Exception {
    var yaml = "hosts: {gpu: {url: 'http://gpu', key: '${file:%s}'}}\n";
    var settings = folder.resolve("interlock.yaml");
    Files.writeString(folder.resolve("key"), KEY + "\n");
    Files.createDirectory(folder.resolve("folder"));
    Files.writeString(folder.resolve("large"), "k".repeat(100_000));
    for (var good : List.of("key", "./folder/../key", folder.resolve("key").toString())) {
      Files.writeString(settings, yaml.formatted(good));
      assertThat(is(onDisk(settings).keyOf("gpu"), KEY)).as(good).isTrue();
    }
    var bad =
        Map.of(
            "gone", "is not there",
            "folder", "is no regular file",
            "large", "is longer than 4096 characters");
    bad.forEach(
        (name, why) ->
            assertThat(lines(written(settings, yaml.formatted(name))))
                .anyMatch(l -> l.contains("the file %s %s".formatted(folder.resolve(name), why))));
  }

  private static Settings written(Path file, String yaml) {
    try {
      return onDisk(Files.writeString(file, yaml));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static Settings onDisk(Path file) {
    return Settings.of((Loaded.Ok) Config.load(file), KeySources.onDisk(_ -> Optional.empty()));
  }
}
