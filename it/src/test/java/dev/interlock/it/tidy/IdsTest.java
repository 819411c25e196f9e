package dev.interlock.it.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Every line of the mission is shown by a test, except those on a list that may only shrink.
final class IdsTest {
  private static final int LINES_OF_A = 18;
  private static final int LINES_OF_B = 13;

  @Test
  void listHoldsExactlyTheIdsWithoutTest() {
    var tested = Ids.tested();
    var untested =
        Stream.concat(ids("A", LINES_OF_A), ids("B", LINES_OF_B))
            .filter(id -> !tested.contains(id))
            .toList();
    var listed =
        Sources.read(Sources.root().resolve("it/src/test/resources/tidy/ids-without-test.txt"))
            .lines()
            .filter(line -> !line.startsWith("#") && !line.isBlank())
            .toList();

    assertThat(listed)
        .as("take out what has a test now; never add to this list, write the test")
        .isEqualTo(untested);
  }

  @Test
  void idsAreReadFromDisplayNamesOnly() {
    var source =
        Sources.planted(
            "it/src/test/java/dev/interlock/it/PlantedTest.java",
            """
            /// A1 is only talked about here.
            class PlantedTest {
              @DisplayName("C17, A2: of two") void a() {}
              @DisplayName("X3 and 0xA4") void b() { var text = "A5"; }
            }
            """);

    assertThat(Ids.in(List.of(source))).isEqualTo(new TreeSet<>(List.of("A2", "C17")));
  }

  private static Stream<String> ids(String letter, int last) {
    return IntStream.rangeClosed(1, last).mapToObj(n -> letter + n);
  }
}
