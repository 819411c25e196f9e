package dev.interlock.index.table;

import static dev.interlock.index.table.Sample.row;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.table.TableName;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LexicalTest {
  @TempDir Path folder;
  private Tables tables;

  @BeforeEach
  void start() {
    tables = Tables.open(folder);
  }

  @AfterEach
  void stop() {
    tables.close();
  }

  private List<String> find(String query) {
    table().refresh();
    return table().lexical(query, Filter.NONE, 10).stream().map(h -> h.chunk().id()).toList();
  }

  private Table table() {
    return tables.table(TableName.CODE);
  }

  private void put(String id, String path, List<String> names, String text) {
    table().putTexts(List.of(row(id, "p", path, names, text)));
  }

  @DisplayName("A18: one spelling of an identifier finds the others")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "getUserName",
        "get user name",
        "user_name",
        "UserName",
        "USER-NAME",
        "getusername",
        "users"
      })
  void spellingsFindEachOther(String query) {
    put("a", "a.java", List.of(), "String getUserName() { return x; }");
    put("b", "b.java", List.of(), "unrelated text");
    assertThat(find(query)).containsExactly("a");
  }

  @Test
  void wholeIdentifierBeatsItsParts() {
    put("parts", "a.java", List.of(), "get the user by name and get the name of the user");
    put("whole", "b.java", List.of(), "String getUserName() { return theName; }");
    assertThat(find("getUserName")).startsWith("whole");
  }

  @Test
  @DisplayName("A18: names of definitions and path words are searched, names weigh more")
  void namesAndPathsAreSearched() {
    put("body", "x/a.java", List.of("other"), "cookie jar of many words here");
    put("name", "x/b.java", List.of("CookieJar", "store"), "many words of the body here");
    put("path", "cookie/jar.java", List.of("other"), "many words of the body here");
    assertThat(find("cookie jar"))
        .containsExactlyInAnyOrder("name", "path", "body")
        .startsWith("name");
  }

  @DisplayName("C91: words of any script find their rows")
  @ParameterizedTest
  @ValueSource(
      strings = {"naïve", "naive", "NAÏVE", "nai\u0308ve", "北", "北京", "北京市", "🌸", "naïve 北 🌸"})
  void anyScriptIsFound(String query) {
    put("a", "a.md", List.of(), "a naïve plan for 北京市 in spring 🌸.");
    put("b", "b.md", List.of(), "東 is another word ☕");
    assertThat(find(query)).containsExactly("a");
  }

  @DisplayName("A18: no query is a syntax error")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "", " ", "\"", "(((", "a AND", "title:", "*", "~", "foo^", "[a TO", "\\", "/x", "-", "?:{}",
        "\0"
      })
  void noQueryFails(String query) {
    put("r", "r.java", List.of(), "nothing like it");
    assertThat(find(query)).isEmpty();
  }

  @Test
  void pageAsQueryIsTaken() {
    put("a", "a.java", List.of(), "needle");
    var page = new StringBuilder("needle ");
    for (int i = 0; i < 5_000; i++) {
      page.append("word").append(Integer.toString(i, 36)).append(' ');
    }
    assertThat(find(page.toString())).containsExactly("a");
  }

  @Test
  void scoresFallAndAreFinite() {
    for (int i = 1; i <= 5; i++) {
      put("r" + i, i + ".java", List.of(), "needle ".repeat(i) + "hay ".repeat(5));
    }
    table().refresh();
    var scores = table().lexical("needle", Filter.NONE, 10).stream().map(Hit::score).toList();
    assertThat(scores).hasSize(5).isSortedAccordingTo((a, b) -> Float.compare(b, a));
    assertThat(scores).allMatch(s -> s > 0 && Float.isFinite(s));
  }
}
