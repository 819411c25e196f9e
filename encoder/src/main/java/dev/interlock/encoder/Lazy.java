package dev.interlock.encoder;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A part that is opened by whoever needs it first. A failed opening is tried again by the next.
///
/// Thread: any; the first ones wait for each other.
final class Lazy<T> {

  @FunctionalInterface
  interface Opening<T> {
    T open() throws EngineUnavailable;
  }

  private final Opening<T> opening;
  private volatile @Nullable T value;

  Lazy(Opening<T> opening) {
    this.opening = opening;
  }

  T get() throws EngineUnavailable {
    T seen = value;
    return seen != null ? seen : open();
  }

  /// The part, if it was ever opened.
  Optional<T> peek() {
    return Optional.ofNullable(value);
  }

  private synchronized T open() throws EngineUnavailable {
    T seen = value;
    if (seen == null) {
      seen = opening.open();
      value = seen;
    }
    return seen;
  }
}
