package dev.interlock.it.journeys;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.it.Station;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.lang.model.SourceVersion;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// jsoup's sources, indexed whole by the embedded encoder and asked five questions in other words
/// than their own.
final class RealTreeTest {
  private static final Logger LOG = Logger.getLogger(RealTreeTest.class.getName());
  private static final Path TREE = Path.of("target", "corpus", "jsoup");
  private static final Duration LONG = Duration.ofMinutes(9);
  private static final int DEEP = 50;
  private static final int FIRST_FEW = 5;

  private record Question(String text, String answer) {}

  private static final List<Question> QUESTIONS =
      List.of(
          new Question("fill in and send a web form from a page", "nodes/FormElement.java"),
          new Question(
              "replace curly quotes and other special symbols by their ampersand names",
              "nodes/Entities.java"),
          new Question(
              "stop a download that grows too big or takes too much time",
              "internal/ControllableInputStream.java"),
          new Question(
              "visit the whole tree downwards without recursion", "select/NodeTraversor.java"),
          new Question(
              "how are blank lines and repeated spaces squeezed together",
              "internal/StringUtil.java"));

  @TempDir private Path home = Path.of("");

  @Test
  @DisplayName(
      "A18, B8: a strange tree is completed, and questions find their files by meaning and words")
  void strangeTreeIsIndexedAndFound() throws IOException {
    try (var station = Station.start(home, "index: {defaultExcludes: true}\n")) {
      var started = station.index(TREE.toAbsolutePath().normalize());
      assertThat(started.status()).isEqualTo(202);
      var id = started.json().path("job").path("id").asString();
      var job = station.awaitJob(id, LONG, j -> !j.path("state").asString().equals("running"));
      assertThat(job.path("state").asString()).isEqualTo("completed");
      assertThat(job.path("stored").asInt()).isEqualTo(job.path("expected").asInt());
      assertThat(job.path("stored").asInt()).isGreaterThan(1000);

      var vector = QUESTIONS.stream().map(q -> rank(station, q, "vector")).toList();
      var words = QUESTIONS.stream().map(q -> rank(station, q, "lexical")).toList();
      var both = QUESTIONS.stream().map(q -> rank(station, q, "hybrid")).toList();
      for (int i = 0; i < QUESTIONS.size(); i++) {
        LOG.info(
            "rank by vector %d, by words %d, by both %d: %s"
                .formatted(vector.get(i), words.get(i), both.get(i), QUESTIONS.get(i).text()));
      }
      assertThat(amongFirst(both)).isGreaterThanOrEqualTo(4);
      assertThat(amongFirst(vector)).isGreaterThanOrEqualTo(3);
    }
  }

  @Test
  @DisplayName("A18: no question shares an identifier with the file that answers it")
  void questionsShareNoIdentifier() throws IOException {
    for (var question : QUESTIONS) {
      var words = new HashSet<>(List.of(question.text().toLowerCase(Locale.ROOT).split("\\W+")));
      words.retainAll(identifiers(TREE.resolve("org/jsoup").resolve(question.answer())));
      assertThat(words).as(question.text()).isEmpty();
    }
  }

  private static long amongFirst(List<Integer> ranks) {
    return ranks.stream().filter(r -> r <= FIRST_FEW).count();
  }

  /// Place of the first hit in the file that answers; past the end if it isn't there.
  private static int rank(Station station, Question question, String mode) {
    var reply =
        station.post(
            "/api/v1/search",
            "{\"query\":\"%s\",\"mode\":\"%s\",\"limit\":%d}"
                .formatted(question.text(), mode, DEEP));
    assertThat(reply.status()).isEqualTo(200);
    var paths =
        reply.json().path("hits").valueStream().map(h -> h.path("path").asString()).toList();
    for (int i = 0; i < paths.size(); i++) {
      if (paths.get(i).endsWith(question.answer())) {
        return i + 1;
      }
    }
    return DEEP + 1;
  }

  private static Set<String> identifiers(Path file) throws IOException {
    var code =
        Files.readString(file)
            .replaceAll("(?s)/\\*.*?\\*/|//[^\\n]*", "")
            .replaceAll("\"(?:\\\\.|[^\"\\\\])*+\"", "");
    return Arrays.stream(Pattern.compile("\\W+").split(code))
        .filter(SourceVersion::isIdentifier)
        .filter(word -> !SourceVersion.isKeyword(word))
        .map(word -> word.toLowerCase(Locale.ROOT))
        .collect(Collectors.toSet());
  }
}
