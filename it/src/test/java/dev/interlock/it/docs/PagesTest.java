package dev.interlock.it.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.app.config.ConfigSchema;
import dev.interlock.it.tidy.Ids;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// Pages that are made from the program are what it makes now; `-Dinterlock.docs=write` writes them
/// anew.
final class PagesTest {
  private static final int FIELD_CASES = 103;
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)(?:#[^)]*)?\\)");

  static Path root() {
    var here = Path.of(System.getProperty("basedir", "")).toAbsolutePath().normalize();
    while (!Files.exists(here.resolve("LICENSE"))) {
      here = here.resolve("..").normalize();
    }
    return here;
  }

  static void isMade(String page, String made) throws IOException {
    var file = root().resolve(page);
    if (System.getProperty("interlock.docs", "").equals("write")) {
      Files.createDirectories(root().resolve("docs/reference"));
      Files.writeString(file, made);
    }
    assertThat(file).content().isEqualTo(made);
  }

  @Test
  void commandLineIsDescribedByItsOwnHelp() throws IOException {
    isMade("docs/reference/cli.md", CliPage.markdown());
  }

  @Test
  void apiIsDescribedByItsOwnEndpoints() throws IOException {
    isMade("docs/reference/api.md", ApiPage.markdown());
  }

  @Test
  void schemaOfTheSettingsIsMadeFromTheirKeys() throws IOException {
    isMade(
        "docs/reference/interlock.schema.json",
        new String(ConfigSchema.json(), StandardCharsets.UTF_8));
  }

  @Test
  void everyEndpointHasWordsAndNoWordsAreLeftOver() {
    assertThat(ApiPage.endpoints().stream().map(ApiPage::key))
        .containsExactlyInAnyOrderElementsOf(Words.OF.keySet());
  }

  @Test
  @DisplayName("docs/limits.md lists exactly the field cases that no test names")
  void limitsListsTheUntestedCases() throws IOException {
    var tested = Ids.tested();
    var untested =
        IntStream.rangeClosed(1, FIELD_CASES)
            .mapToObj("C%02d"::formatted)
            .filter(id -> !tested.contains(id))
            .collect(Collectors.joining(" "));
    var page = Files.readString(root().resolve("docs/limits.md"));
    var listed =
        page.substring(page.indexOf("<!-- cases -->") + 14, page.indexOf("<!-- end -->")).strip();

    assertThat(listed.replaceAll("\\s+", " ")).isEqualTo(untested);
  }

  @Test
  void linksLeadSomewhere() throws IOException {
    var dead = new TreeSet<String>();
    try (var pages = Files.walk(root().resolve("docs"))) {
      for (var page : pages.filter(p -> p.toString().endsWith(".md")).toList()) {
        addDead(dead, page);
      }
    }
    for (var name : List.of("README.md", "CHANGELOG.md")) {
      addDead(dead, root().resolve(name));
    }
    assertThat(dead).isEmpty();
  }

  private static void addDead(Set<String> dead, Path page) throws IOException {
    LINK.matcher(Files.readString(page))
        .results()
        .map(link -> link.group(1))
        .filter(link -> !Files.exists(page.resolveSibling(link)))
        .forEach(link -> dead.add(page.getFileName() + " -> " + link));
  }
}
