package dev.interlock.it.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.it.Station;
import dev.interlock.testkit.ScriptedEmbeddings;
import dev.interlock.testkit.Scripts;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/// Names of two spellings, and characters of two halves.
final class UnicodeCasesTest {
  private static final String COMPOSED = "Caf\u00e9.md";
  private static final String DECOMPOSED = "Cafe\u0301.md";

  @TempDir private Path folder = Path.of("");

  private static String yaml(ScriptedEmbeddings l1) {
    return new Yaml().local("L1", l1).toString();
  }

  /// A path by the bytes of its name, whatever the locale of the machine.
  private static Path named(Path root, String escaped) {
    return Path.of(URI.create(root.toUri().toString().replaceAll("/?$", "/") + escaped));
  }

  @Test
  @DisplayName("C91: a document stays one, however its name is spelled on disk")
  void spellingMakesNoSecondDocument() throws IOException {
    var root = Files.createDirectory(folder.resolve("root"));
    var composed = named(root, "Caf%C3%A9.md");
    var decomposed = named(root, "Cafe%CC%81.md");
    Files.writeString(composed, Tree.text(1) + "\n");
    try (var l1 = ScriptedEmbeddings.start(Scripts.hashing(8));
        var station = Station.start(folder.resolve("home"), yaml(l1))) {
      isOne(station, root, Tree.text(1), 1);
      Files.move(composed, decomposed);
      isOne(station, root, Tree.text(1), 0);

      Files.move(decomposed, composed);
      Files.writeString(composed, Tree.text(2) + "\n");
      isOne(station, root, Tree.text(2), 1);
    }
  }

  private static void isOne(Station station, Path root, String text, int embedded) {
    var job = station.indexed(root);
    assertThat(Found.state(job)).isEqualTo("completed");
    assertThat(job.path("expected").asInt()).isEqualTo(1);
    assertThat(job.path("stored").asInt()).isEqualTo(1);
    assertThat(job.path("embedded").asInt()).isEqualTo(embedded);
    for (var spelling : List.of(COMPOSED, DECOMPOSED)) {
      assertThat(Found.paths(byPath(station, text, spelling))).containsExactly(COMPOSED);
    }
  }

  private static Station.Reply byPath(Station station, String text, String path) {
    return station.post(
        "/api/v1/search",
        JsonMapper.builder()
            .build()
            .createObjectNode()
            .put("query", text)
            .put("path", path)
            .toString());
  }

  /// Letters without a blank, no two stretches alike.
  private static String letters(int salt) {
    var text = new StringBuilder();
    long state = salt + 1L;
    while (text.length() < 3_000) {
      state = state * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L;
      text.append((char) ('a' + (state >>> 33) % 26));
    }
    return text.toString();
  }

  /// The chunks of a text among what was sent, in the text's order.
  private static List<String> chunks(String text, List<String> sent) {
    return sent.stream()
        .distinct()
        .filter(text::contains)
        .sorted((a, b) -> Integer.compare(text.indexOf(a), text.indexOf(b)))
        .toList();
  }

  private static List<Integer> cuts(List<String> chunks) {
    var cuts = new ArrayList<Integer>();
    int at = 0;
    for (var chunk : chunks) {
      at += chunk.length();
      cuts.add(at);
    }
    cuts.removeLast();
    return cuts;
  }

  @Test
  @DisplayName("C92: no chunk ends within a character, wherever the limit falls")
  void noCharacterIsCut() throws IOException {
    var root = folder.resolve("root");
    Tree.file(root, "plain.txt", letters(0));
    try (var l1 = ScriptedEmbeddings.start(Scripts.hashing(8));
        var station =
            Station.start(
                folder.resolve("home"),
                new Yaml().local("L1", l1, "model: embed-m, maxTokens: 512").toString())) {
      station.indexed(root);
      var cuts = cuts(chunks(letters(0), Sent.texts(l1)));
      assertThat(cuts).isNotEmpty();
      var texts = straddling(cuts);
      for (int i = 0; i < texts.size(); i++) {
        Tree.file(root, "emoji%02d.txt".formatted(i), texts.get(i));
      }
      l1.forget();

      assertThat(Found.state(station.indexed(root))).isEqualTo("completed");
      assertThat(l1.requests()).allMatch(request -> request.call().isPresent());
      for (var text : texts) {
        var chunks = chunks(text, Sent.texts(l1));
        assertThat(chunks).hasSizeGreaterThan(1);
        assertThat(chunks.stream().collect(Collectors.joining())).isEqualTo(text);
      }
    }
  }

  /// For each cut of a plain text, five texts with one emoji around it.
  private static List<String> straddling(List<Integer> cuts) {
    var texts = new ArrayList<String>();
    for (int cut : cuts) {
      for (int shift = -2; shift <= 2; shift++) {
        var plain = letters(texts.size() + 1);
        int at = cut + shift;
        texts.add(plain.substring(0, at) + "\ud83c\udf38" + plain.substring(at));
      }
    }
    return texts;
  }
}
