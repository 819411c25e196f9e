package dev.interlock.core.gate;

/// How a route is used: texts in one call, and calls at once.
///
/// @param batch texts in one call at the most, 1 or more
/// @param concurrency calls under way at once, 1 or more
public record Mode(int batch, int concurrency) {
  /// One text a call, one call at a time.
  public static final Mode SINGLE = new Mode(1, 1);

  public Mode {
    if (batch < 1 || concurrency < 1) {
      throw new IllegalArgumentException(
          "batch and concurrency must be 1 or more, got %d and %d".formatted(batch, concurrency));
    }
  }
}
