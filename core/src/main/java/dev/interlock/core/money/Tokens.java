package dev.interlock.core.money;

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

  /// Tokens of a call without a cache.
  public static Tokens of(long prompt, long completion) {
    return new Tokens(prompt, 0, completion);
  }
}
