package dev.interlock.index.search;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class WeightsTest {
  @DisplayName("A18: long questions trust meaning, short ones and identifiers trust words")
  @ParameterizedTest(name = "{0}: meaning first {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "''                                                                | false",
        "admission                                                         | false",
        "how is an admission checked                                       | false",
        "who was it that did these                                         | true",
        "stop reading a huge response after so many bytes                  | true",
        "walk depth-first over the whole tree without recursion            | true",
        "stop reading a huge response after maxBodySize many bytes         | false",
        "stop reading a huge response after max_body_size many bytes       | false",
        "stop reading a huge response after connection.limit many bytes    | false",
        "stop reading a huge response after limit() many bytes             | false",
        "stop reading a huge response after limit39 many bytes             | false",
        "double the value plus offset; then return it less the margin      | false",
        "stop reading a huge response. Then close the connection politely. | true",
      })
  void suitTheQuery(String query, boolean meaning) {
    assertThat(Weights.of(query)).isEqualTo(meaning ? Weights.MEANING_FIRST : Weights.WORDS_FIRST);
  }
}
