package dev.interlock.it.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.it.tidy.TestNames;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// docs/reference/peer-weaknesses.md and docs/decisions/020-where-we-differ.md name tests that
/// exist.
final class PeerWeaknessesPageTest {
  private static final int ROWS = 41;
  private static final int BEHAVIOURS = 149;
  private static final Pattern ROW =
      Pattern.compile("^\\| (\\d+) \\| ([^|]+) \\| ([^|]+) \\|$", Pattern.MULTILINE);
  private static final Pattern NUMBERS = Pattern.compile("^\\| ([\\d, -]+) \\|", Pattern.MULTILINE);
  private static final Pattern TEST = Pattern.compile("`(\\w+Test\\.\\w+)`");

  /// @param held the last column
  private record Row(int number, String held) {
    List<String> tests() {
      return named(held);
    }
  }

  private static List<String> named(String text) {
    return TEST.matcher(text).results().map(test -> test.group(1)).toList();
  }

  private static String page(String path) throws IOException {
    return Files.readString(PagesTest.root().resolve(path));
  }

  private static List<Row> rows() throws IOException {
    return ROW.matcher(page("docs/reference/peer-weaknesses.md"))
        .results()
        .map(row -> new Row(Integer.parseInt(row.group(1)), row.group(3)))
        .toList();
  }

  @Test
  @DisplayName("every test that docs/reference/peer-weaknesses.md names exists")
  void testsExist() throws IOException {
    var tests = TestNames.all();

    assertThat(tests).contains("PeerWeaknessesPageTest.testsExist");
    assertThat(rows().stream().flatMap(row -> row.tests().stream()))
        .isNotEmpty()
        .allMatch(tests::contains);
  }

  @Test
  @DisplayName("every row of docs/reference/peer-weaknesses.md has a test, or says why it has none")
  void everyRowIsHeld() throws IOException {
    assertThat(rows().stream().map(Row::number))
        .containsExactlyElementsOf(IntStream.rangeClosed(1, ROWS).boxed().toList());
    assertThat(rows()).allMatch(row -> !row.tests().isEmpty() || row.held().contains("not yet: "));
  }

  @Test
  @DisplayName(
      "what peer-weaknesses.md has on policy, gate, queue, budget and keys is held by tests")
  void whatExistsIsHeld() throws IOException {
    assertThat(rows())
        .filteredOn(row -> row.number() != 8)
        .noneMatch(row -> row.held().startsWith("not yet"))
        .allMatch(row -> !row.tests().isEmpty());
  }

  @Test
  @DisplayName("decision 020 speaks of each known behaviour once, and its tests exist")
  void everyBehaviourIsSpokenOf() throws IOException {
    var page = page("docs/decisions/020-where-we-differ.md");
    var spoken =
        NUMBERS
            .matcher(page)
            .results()
            .flatMap(row -> Pattern.compile(", ").splitAsStream(row.group(1)))
            .flatMapToInt(PeerWeaknessesPageTest::range)
            .sorted()
            .boxed()
            .toList();

    assertThat(spoken).isEqualTo(IntStream.rangeClosed(1, BEHAVIOURS).boxed().toList());
    assertThat(named(page)).isNotEmpty().allMatch(TestNames.all()::contains);
  }

  /// Such as `7` or `22-25`.
  private static IntStream range(String words) {
    int dash = words.indexOf('-');
    int from = Integer.parseInt(dash < 0 ? words : words.substring(0, dash));
    return IntStream.rangeClosed(
        from, dash < 0 ? from : Integer.parseInt(words.substring(dash + 1)));
  }
}
