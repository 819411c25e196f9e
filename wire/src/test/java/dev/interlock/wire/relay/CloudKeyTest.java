package dev.interlock.wire.relay;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CloudKeyTest {
  private static final String SECRET = "tok~ab.cd/ef+gh==\"01";
  private static final CloudKey KEY = key(SECRET);

  private static CloudKey key(String text) {
    return CloudKey.take(text.getBytes(UTF_8));
  }

  @Test
  @DisplayName("A14: whoever takes a key leaves none behind, and closing overwrites it")
  void takenAndOverwritten() {
    var given = SECRET.getBytes(US_ASCII);
    var taken = CloudKey.take(given);
    assertThat(given).containsOnly(0);
    var header = taken.authorization();
    assertThat(read(header)).isEqualTo("Bearer " + SECRET);
    taken.close();
    assertThat(read(header)).isEqualTo("Bearer " + "\0".repeat(SECRET.length()));
  }

  private static String read(CharSequence header) {
    var text = new StringBuilder();
    for (int i = 0; i < header.length(); i++) {
      text.append(header.charAt(i));
    }
    return text.toString();
  }

  @Test
  @DisplayName("A14: nothing that is made of it for people holds the key")
  void shownToNobody() {
    var header = KEY.authorization();
    for (var shown : List.of(KEY.toString(), List.of(KEY).toString())) {
      assertThat(shown).doesNotContain("tok");
    }
    assertThat(read(header.subSequence(7, header.length()))).isEqualTo(SECRET);
    assertThat(header).hasToString("Bearer " + SECRET);
  }

  @Test
  @DisplayName("A8: the same key has the same fingerprint, and another salt another")
  void fingerprints() {
    byte[] salt = {1, 2, 3};
    assertThat(KEY.fingerprint(salt)).isEqualTo(key(SECRET).fingerprint(salt)).hasSize(24);
    assertThat(KEY.fingerprint(salt))
        .isNotEqualTo(key(SECRET + "x").fingerprint(salt))
        .isNotEqualTo(KEY.fingerprint(new byte[] {1}));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tok~ab.cd/ef+gh==\"01",
        "tok~ab.cd\\/ef+gh==\\\"01",
        "\\u0074ok~ab.cd\\u002Fef\\u002bgh==\\u002201"
      })
  @DisplayName("C45, C46: a key that is repeated is cut out in whatever way JSON spells it")
  void cutsSpellings(String spelled) {
    assertThat(KEY.without("no, " + spelled + " is wrong; " + spelled))
        .isEqualTo("no, [key] is wrong; [key]");
    assertThat(KEY.without(spelled.getBytes(UTF_8))).isEqualTo("[key]".getBytes(UTF_8));
  }

  @Test
  void whatHoldsNoKeyStays() {
    for (var text : List.of("", "tok", "tok~ab.cd/ef+gh==\"0", "x\\", "\\u00", "\\u0074")) {
      assertThat(KEY.without(text)).isSameAs(text);
    }
    var body = "grün tok~ab".getBytes(UTF_8);
    assertThat(KEY.without(body)).isSameAs(body);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "a\n", "schlüssel"})
  void unfitKeysAreNotTaken(String bad) {
    assertThat(CloudKey.unfit(bad.getBytes(UTF_8))).isPresent();
    assertThatThrownBy(() -> key(bad)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void longestKey() {
    assertThat(CloudKey.unfit("k".repeat(CloudKey.LONGEST).getBytes(UTF_8))).isEmpty();
    assertThat(CloudKey.unfit("k".repeat(CloudKey.LONGEST + 1).getBytes(UTF_8))).isPresent();
  }
}
