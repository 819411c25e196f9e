package dev.interlock.index.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class WordsTest {
  @DisplayName("A18: identifiers are split as programmers write them")
  @ParameterizedTest(name = "{0} gives {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          cat                | cat
          getUserName        | get user name getusername
          user_name          | user name username
          UserName           | user name username
          USER_NAME          | user name username
          user-name          | user name username
          __init__           | init
          XMLHttpRequest     | xml http request xmlhttprequest
          parseURLs          | parse urls parseurls
          HTML               | html
          int8               | int 8 int8
          sha256Sum          | sha 256 sum sha256sum
          2560               | 2560
          0x1F               | 0x1f
          os.path.join       | os path join os.path.join
          a.getB             | a get b getb a.getb
          end. Next          | end next
          user's             | user
          don’t              | don
          a - b              | a b
          x->y               | x y
          foo(bar)           | foo bar
          $scope             | scope
          Outer$Inner        | outer inner outerinner
          Café               | cafe
          ÜberMut            | uber mut ubermut
          ﬁle                | file
          ＡＢＣ             | abc
          Ελλάς              | ελλας
          ключ_доступа       | ключ доступа ключдоступа
          北京市             | 北 京 北京 市 京市
          检索query          | 检 索 检索 query
          🌸                 | 🌸
          👨‍👩‍👧               | 👨 👩 👧
          ☕️ break           | ☕ break
          한국어 검색        | 한국어 검색
          """)
  void splits(String text, String words) {
    assertThat(scan(text)).isEqualTo(Arrays.asList(words.split(" ")));
  }

  @Test
  void nothingIsNoWord() {
    assertThat(scan("")).isEmpty();
    assertThat(scan(" \n\t{}();->++ ?!\"' ")).isEmpty();
  }

  @Test
  void decomposedTextGivesTheSameWords() {
    assertThat(scan("Cafe\u0301 tra\u0308gt")).isEqualTo(scan("Café trägt"));
  }

  @Test
  void hugeWordIsCut() {
    var words = scan("x".repeat(100_000) + " end");
    assertThat(words).containsExactly("x".repeat(64), "end");
  }

  @Test
  void longTextIsReadToItsEnd() {
    assertThat(Words.of("word ".repeat(50_000) + "last")).hasSize(50_001).endsWith("last");
  }

  @Test
  void englishEndingsAreTakenOff() {
    assertThat(Words.of("parses parsing parsed parse")).containsOnly(Words.of("parse").getFirst());
  }

  @Test
  void brokenSurrogatesAreSkippedOrKeptButNeverFail() {
    assertThat(scan("a \uD83C b \uDF38 c\uD83C")).contains("a", "b", "c");
  }

  @Test
  @DisplayName("A18: question words alone still search")
  void stopWordsGoOnlyWhileOthersStay() {
    assertThat(StopWords.without(Words.of("how is the admission checked")))
        .isEqualTo(Words.of("admission checked"));
    assertThat(StopWords.without(Words.of("what is this"))).isEqualTo(Words.of("what is this"));
  }

  private static List<String> scan(String text) {
    var scanner = new WordScanner();
    scanner.reset(text.toCharArray(), text.length());
    var words = new ArrayList<String>();
    while (scanner.advance()) {
      words.add(new String(scanner.buffer(), scanner.start(), scanner.end() - scanner.start()));
    }
    return words;
  }
}
