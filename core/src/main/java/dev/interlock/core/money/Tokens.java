package dev.interlock.core.money;

import java.util.Optional;

/// Tokens of one call, as they are priced. Reasoning tokens are part of what was written.
///
/// @param prompt tokens read, those from a cache included
/// @param cached of them, tokens that came from a cache
/// @param completion tokens written
public record Tokens(long prompt, long cached, long completion) {
  /// More than any model reads or writes in one call; it keeps sums in range.
  static final long MOST = 1_000_000_000L;

  /// @throws IllegalArgumentException if a number is negative or absurd, or more came from a cache
  ///   than was read
  public Tokens {
    within("prompt", prompt, MOST);
    within("cached", cached, prompt);
    within("completion", completion, MOST);
  }

  private static void within(String name, long tokens, long most) {
    if (tokens < 0 || tokens > most) {
      throw new IllegalArgumentException(
          "%s is 0 to %d tokens, got %d".formatted(name, most, tokens));
    }
  }

  /// Tokens as others count them: empty if a number makes no sense, and without the cache's part if
  /// only that makes none.
  public static Optional<Tokens> read(long prompt, long cached, long completion) {
    if (prompt < 0 || prompt > MOST || completion < 0 || completion > MOST) {
      return Optional.empty();
    }
    return Optional.of(new Tokens(prompt, cached < 0 || cached > prompt ? 0 : cached, completion));
  }

  /// Tokens of a call without a cache.
  public static Tokens of(long prompt, long completion) {
    return new Tokens(prompt, 0, completion);
  }
}
