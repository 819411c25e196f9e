package dev.interlock.wire.openai;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ModelListTest {
  private static Optional<List<String>> names(String body) {
    return ModelList.names(body.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void idsAreReadWhateverStandsBesideThem() {
    assertThat(
            names(
                """
                {"object":"list","models":[{"name":"a"}],"data":[
                  {"id":"a","object":"model","meta":{"id":"inner","n":[1,{"id":"x"}]}},
                  {"object":"model","id":"b/c:d"}],"more":{"data":[{"id":"no"}]}}\
                """))
        .contains(List.of("a", "b/c:d"));
    assertThat(names("{\"data\":[]}")).contains(List.of());
  }

  @Test
  void itemsWithoutAUsableIdAreLeftOut() {
    assertThat(names("{\"data\":[{\"id\":1},{\"id\":\" \"},\"a\",null,[],{\"id\":\"b\"}]}"))
        .contains(List.of("b"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "  ",
        "null",
        "[]",
        "[{\"id\":\"a\"}]",
        "{}",
        "{\"data\":{}}",
        "{\"data\":[",
        "<html>404</html>",
        "{\"error\":{\"message\":\"no\"}}"
      })
  void anythingElseIsNoList(String body) {
    assertThat(names(body)).isEmpty();
  }

  @Test
  void aFloodIsBounded() {
    var body = new StringBuilder("{\"data\":[");
    for (int i = 0; i < 3_000; i++) {
      body.append(i == 0 ? "" : ",").append("{\"id\":\"m").append(i).append("\"}");
    }
    assertThat(names(body.append("]}").toString()).orElseThrow()).hasSize(ModelList.MAX_NAMES);
  }
}
