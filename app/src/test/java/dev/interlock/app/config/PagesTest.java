package dev.interlock.app.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The examples and the reference page say what the program does.
class PagesTest {
  private static final Path ROOT =
      Path.of(System.getProperty("basedir", "")).toAbsolutePath().resolve("..").normalize();

  private static Loaded.Ok example(String name) {
    var loaded = Config.load(ROOT.resolve("examples").resolve(name));
    assertThat(loaded).isInstanceOf(Loaded.Ok.class);
    return (Loaded.Ok) loaded;
  }

  @Test
  void firstExampleIsTheDefaultsWrittenOut() {
    var ok = example("interlock.yaml");
    assertThat(ok.warnings()).isEmpty();
    assertThat(ok.config()).isEqualTo(Config.defaults());
  }

  @Test
  void exampleWithHostsHasNoMistake() {
    var ok = example("interlock-hosts.yaml");
    assertThat(ok.warnings()).isEmpty();
    assertThat(ok.config().routes().keySet()).containsExactly("emb1", "emb2", "embCloud");
  }

  @Test
  void exampleWithProfilesHasNoMistake() {
    var ok = example("interlock-chat.yaml");
    assertThat(ok.warnings()).isEmpty();
    assertThat(ok.config().profilesByName()).containsKey("local-coder");
  }

  @Test
  void exampleWithACloudHasNoMistake() {
    var config = example("interlock-cloud.yaml").config();
    assertThat(config.accountsByName()).containsOnlyKeys("openrouter", "other");
  }

  @Test
  void examplesShowEveryKey() throws Exception {
    var text =
        Files.readString(ROOT.resolve("examples/interlock.yaml"))
            + Files.readString(ROOT.resolve("examples/interlock-hosts.yaml"))
            + Files.readString(ROOT.resolve("examples/interlock-chat.yaml"))
            + Files.readString(ROOT.resolve("examples/interlock-cloud.yaml"));
    for (var part :
        List.of(
            Shape.TOP,
            Shape.SERVER,
            Shape.INDEX,
            Shape.LEDGER,
            Shape.ALARMS,
            Shape.ACCOUNT,
            Shape.ROUTE,
            Shape.ROLE,
            Shape.CALL_ROLE,
            Shape.RLM_ROLE,
            Shape.PROFILE,
            Shape.TIER,
            Shape.LIMITS)) {
      assertThat(part).allSatisfy(key -> assertThat(text).contains(key.name() + ":"));
    }
  }

  /// Mend it by copying target/config.md to docs/reference/config.md.
  @Test
  void referencePageIsMadeFromTheKeys() throws Exception {
    var made = ConfigReference.markdown();
    Files.writeString(
        Files.createDirectories(ROOT.resolve("app/target")).resolve("config.md"), made);
    assertThat(ROOT.resolve("docs/reference/config.md")).content().isEqualTo(made);
  }
}
