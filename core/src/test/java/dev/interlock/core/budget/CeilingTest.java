package dev.interlock.core.budget;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// How many permits there are while nothing speaks against them.
final class CeilingTest {

  private static OptionalInt number(String word) {
    return word.equals("-") ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(word));
  }

  /// Columns: typed, reported, funded, mean latency; permits, source, believed.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          - | - | false | 2000 | 4 | fallback | -
          - | - | true | 2000 | 16 | credits | -
          - | -1 | true | 2000 | 16 | credits | -
          - | -1 | false | 2000 | 4 | fallback | -
          - | 0 | false | 2000 | 4 | fallback | -
          - | 1 | true | 2000 | 16 | credits | -
          - | 6 | true | 2000 | 16 | credits | -
          - | 59 | true | 2000 | 16 | credits | -
          - | 60 | true | 2000 | 16 | credits | 60
          - | 480 | true | 2000 | 16 | discovered | 480
          - | 600 | true | 2000 | 20 | discovered | 600
          - | 600 | true | 1000 | 16 | credits | 600
          - | 600 | true | 30000 | 256 | discovered | 600
          - | 600 | false | 2000 | 20 | discovered | 600
          - | 60 | false | 2000 | 2 | discovered | 60
          - | 20 | false | 2000 | 1 | discovered | 20
          - | 1 | false | 2000 | 1 | discovered | 1
          - | 74 | false | 2000 | 2 | discovered | 74
          - | 75 | false | 2000 | 3 | discovered | 75
          - | 6000 | false | 10 | 5 | discovered | 6000
          - | 200000 | false | 3600000 | 256 | discovered | 100000
          3 | 600 | true | 2000 | 3 | manual | 600
          64 | 1 | true | 2000 | 64 | manual | -
          256 | - | false | 2000 | 256 | manual | -
          300 | - | false | 2000 | 256 | manual | -
          """)
  @DisplayName("A9, A10, A12: Little's law, what is believed, and the defaults")
  void ceilings(
      String typed,
      String rpm,
      boolean funded,
      long millis,
      int permits,
      String source,
      String believed) {
    var facts =
        new Ceiling.Facts(
            number(typed), number(rpm), funded, OptionalLong.empty(), millis * 1_000_000, "");
    var ceiling = Ceiling.of(facts);

    assertThat(ceiling.permits()).isEqualTo(permits).isEqualTo(facts.permits());
    assertThat(ceiling.source().name().toLowerCase(Locale.ROOT)).isEqualTo(source);
    assertThat(facts.believedRpm()).isEqualTo(number(believed));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          rate600 i1 ok1:2                                  | 20
          rate600 i1 ok1:7                                  | 30
          rate600 i1 fail1                                  | 20
          rate600 i1 429:1:1 +62 i2 fail2                   | 14
          rate600 i1 ok1:7 i2 ok2:0.5 i3 ok3:0.5            | 21
          rate600 i1/900 i2 ok2:7 ok2:7 +5 i3 ok3:7         | 38
          """)
  @DisplayName("A9: the figure follows the mean wire time of answered calls, a fifth at a time")
  void latencyDrifts(String words, int effective) {
    assertThat(Script.view(words).permits().effective()).isEqualTo(effective);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          -1  | false | no rate and no balance are known; asked in vain
          600 | false | 600 calls a minute at 2000 ms each; asked in vain
          1   | true  | a balance of $99.97; the reported 1 a minute is not believed; asked in vain
          -1  | true  | a balance of $99.97; no rate is reported; asked in vain
          60  | true  | a balance of $99.97; 60 calls a minute need fewer; asked in vain
          """)
  @DisplayName("A10: the sentence names the balance, the figure, and that it is not believed")
  void sentences(int rpm, boolean funded, String why) {
    var facts =
        new Ceiling.Facts(
            OptionalInt.empty(),
            OptionalInt.of(rpm),
            funded,
            OptionalLong.of(99_970_000_000L),
            2_000_000_000L,
            "asked in vain");

    assertThat(Ceiling.of(facts).why()).isEqualTo(why);
  }
}
