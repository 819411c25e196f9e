package dev.interlock.runtime.upstream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostKeyTest {
  private static final String SECRET = "sk-a/b+\"c\\d";
  private static final HostKey KEY = HostKey.of(SECRET, "hosts.gpu.key");

  private static RequestOptions request(HostKey key) {
    var endpoint = Endpoint.of(URI.create("http://gpu:8000"), "m").with(key);
    return endpoint.request(HttpMethod.GET, "/v1/models", "application/json");
  }

  @Test
  void aRequestBearsTheKeyAndFollowsNoRedirect() {
    assertThat(request(KEY).getHeaders().get("authorization")).isEqualTo("Bearer " + SECRET);
    assertThat(request(KEY).getFollowRedirects()).isFalse();
    assertThat(request(HostKey.NONE).getHeaders().contains("authorization")).isFalse();
  }

  @Test
  @DisplayName("Nothing that shows a key or holds one shows its value")
  void theValueIsHidden() {
    var endpoint = Endpoint.of(URI.create("http://gpu:8000"), "m").with(KEY);
    for (var shown : List.of(KEY, Optional.of(KEY), endpoint)) {
      assertThat(shown.toString()).contains("HostKey[hidden]").doesNotContain("sk-a");
    }
    assertThat(HostKey.NONE.toString()).isEqualTo("HostKey[none]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bad key sk-a/b+\"c\\d given",
        "bad key sk-a/b+\\\"c\\\\d given",
        "bad key sk-a\\/b+\\\"c\\\\d given",
        "bad key sk-a/b\\u002b\\u0022c\\u005Cd given"
      })
  @DisplayName("A refusal that repeats the key is told without it, however JSON writes it")
  void aRepeatedKeyIsTakenOut(String said) {
    assertThat(KEY.without(said)).isEqualTo("bad key [key] given");
    assertThat(KEY.without(said.getBytes(UTF_8))).asString(UTF_8).isEqualTo("bad key [key] given");
  }

  @Test
  void otherTextsStayAsTheyAre() {
    var body = "caf\u00e9 \ud83d\ude00 sk-a/b".getBytes(UTF_8);
    assertThat(KEY.without(body)).isEqualTo(body);
    assertThat(HostKey.NONE.without(SECRET)).isEqualTo(SECRET);
    assertThat(HostKey.NONE.without(body)).isSameAs(body);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "a\nb", "a\u0000", "\u00e9", "\u007f", "a\t"})
  void whatCantBeSentIsRefusedUnseen(String key) {
    assertThat(HostKey.unfit(key)).isPresent();
    assertThatThrownBy(() -> HostKey.of(key, "hosts.gpu.key"))
        .isInstanceOf(IllegalArgumentException.class)
        .message()
        .matches("the key (is empty|holds a blank, a control character or a letter beyond ASCII)");
  }

  @Test
  void lengthIsBounded() {
    assertThat(HostKey.unfit("k".repeat(HostKey.LONGEST))).isEmpty();
    assertThat(HostKey.unfit("k".repeat(HostKey.LONGEST + 1))).isPresent();
  }

  @Test
  void onlyARefusalOfTheAskerIsAboutTheKey() {
    assertThat(KEY.advice(401)).isEqualTo("it refuses the key that hosts.gpu.key names");
    assertThat(KEY.advice(403)).isEqualTo(KEY.advice(401));
    assertThat(HostKey.NONE.advice(401)).startsWith("it wants a key: ");
    for (int other : List.of(200, 400, 402, 404, 407, 429, 500)) {
      assertThat(KEY.advice(other)).isEmpty();
    }
  }
}
