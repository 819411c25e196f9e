package dev.interlock.runtime.upstream;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The key that an engine by URL wants, or the word that there is none. Only [Endpoint], which
/// makes all requests to engines, reads it; whoever shows or compares one learns nothing.
///
/// Thread: any, immutable.
public final class HostKey implements Credential {
  /// Longest key, in characters; servers read heads of 8 KiB.
  public static final int LONGEST = 4_096;

  /// No key, and nothing known of where one could come from.
  public static final HostKey NONE = none("give its host a key in interlock.yaml");

  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;
  private static final char LEAST = '!';
  private static final char MOST = '~';
  private static final String HIDDEN = "[key]";

  private final Optional<String> value;
  private final Optional<Pattern> spellings;
  private final String denied;

  private HostKey(Optional<String> value, String denied) {
    this.value = value;
    this.spellings = value.map(HostKey::spellings);
    this.denied = denied;
  }

  /// A key.
  ///
  /// @param place where a person changes it, such as `hosts.gpu.key`
  /// @throws IllegalArgumentException if it can't be sent; its message does not hold the key
  public static HostKey of(String key, String place) {
    unfit(key)
        .ifPresent(
            why -> {
              throw new IllegalArgumentException("the key " + why);
            });
    return new HostKey(Optional.of(key), "it refuses the key that %s names".formatted(place));
  }

  /// No key.
  ///
  /// @param advice what a person has to do where the engine wants one, a clause
  public static HostKey none(String advice) {
    return new HostKey(Optional.empty(), "it wants a key: " + advice);
  }

  /// Why such a key can't be sent, to be read after its name; the key is not in it.
  public static Optional<String> unfit(String key) {
    if (key.isEmpty()) {
      return Optional.of("is empty");
    }
    if (key.length() > LONGEST) {
      return Optional.of("is longer than %d characters".formatted(LONGEST));
    }
    return key.chars().allMatch(c -> c >= LEAST && c <= MOST)
        ? Optional.empty()
        : Optional.of("holds a blank, a control character or a letter beyond ASCII");
  }

  @Override
  public boolean present() {
    return value.isPresent();
  }

  /// The value of `authorization`.
  Optional<String> authorization() {
    return value.map(key -> "Bearer " + key);
  }

  @Override
  public String advice(int status) {
    return status == UNAUTHORIZED || status == FORBIDDEN ? denied : "";
  }

  @Override
  public String without(String text) {
    return spellings
        .map(key -> key.matcher(text).replaceAll(Matcher.quoteReplacement(HIDDEN)))
        .orElse(text);
  }

  @Override
  public byte[] without(byte[] body) {
    if (value.isEmpty()) {
      return body;
    }
    var text = new String(body, StandardCharsets.ISO_8859_1);
    return without(text).getBytes(StandardCharsets.ISO_8859_1);
  }

  /// The key as it is, and as JSON may write it: each character bare, behind a backslash, or as its
  /// number.
  private static Pattern spellings(String key) {
    var pattern = new StringBuilder();
    key.chars()
        .forEach(
            c ->
                pattern.append(
                    "(?:\\\\?%s|\\\\u(?i:%04x))"
                        .formatted(Pattern.quote(Character.toString(c)), c)));
    return Pattern.compile(pattern.toString());
  }

  @Override
  public String toString() {
    return value.isPresent() ? "HostKey[hidden]" : "HostKey[none]";
  }
}
