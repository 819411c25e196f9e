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

/// docs/reference/never-assumed.md names tests that exist, for each row.
final class NeverAssumedPageTest {
  private static final int ROWS = 48;
  private static final Pattern ROW =
      Pattern.compile("^\\| (\\d+) \\| ([^|]+) \\| ([^|]+) \\|$", Pattern.MULTILINE);
  private static final Pattern TEST = Pattern.compile("`(\\w+Test\\.\\w+)`");

  /// @param number as on the page
  /// @param held the last column
  private record Row(int number, String held) {
    List<String> tests() {
      return TEST.matcher(held).results().map(test -> test.group(1)).toList();
    }
  }

  private static List<Row> rows() throws IOException {
    var page = Files.readString(PagesTest.root().resolve("docs/reference/never-assumed.md"));
    return ROW.matcher(page)
        .results()
        .map(row -> new Row(Integer.parseInt(row.group(1)), row.group(3)))
        .toList();
  }

  @Test
  @DisplayName("every test that docs/reference/never-assumed.md names exists")
  void testsExist() throws IOException {
    var tests = TestNames.all();
    var missing =
        rows().stream()
            .flatMap(row -> row.tests().stream())
            .filter(test -> !tests.contains(test))
            .toList();

    assertThat(tests).contains("NeverAssumedPageTest.testsExist", "AnswerScanTest.partsAreTold");
    assertThat(missing).isEmpty();
  }

  @Test
  @DisplayName("every row of docs/reference/never-assumed.md has a test, or says why it has none")
  void everyRowIsHeld() throws IOException {
    assertThat(rows().stream().map(Row::number))
        .containsExactlyElementsOf(IntStream.rangeClosed(1, ROWS).boxed().toList());
    assertThat(rows()).allMatch(row -> !row.tests().isEmpty() || row.held().contains("not yet: "));
  }

  @Test
  @DisplayName("all that never-assumed.md has is held by tests, wholly or in part")
  void allAreHeld() throws IOException {
    assertThat(rows())
        .noneMatch(row -> row.held().startsWith("not yet"))
        .allMatch(row -> !row.tests().isEmpty());
  }
}
