package dev.interlock.core.fanout;

/// An admitted route as the queue sees it.
///
/// @param name the route's name
/// @param epoch of its admission: a higher one says that it has passed the probes since
/// @param batch texts that one call may hold, 1 or more
/// @param calls calls that may be under way at once, 1 or more
/// @param kind what its work costs, and whether it is held in reserve
public record Provider(String name, long epoch, int batch, int calls, Kind kind) {
  /// What a provider's work costs.
  public enum Kind {
    /// A host of one's own: a text embedded twice costs nobody anything.
    LOCAL,
    /// A cloud: no text is sent there twice without need.
    CLOUD,
    /// A cloud that pulls only while nobody else can (policy `backup`).
    RESERVE
  }

  public Provider {
    if (batch < 1 || calls < 1) {
      throw new IllegalArgumentException(
          "batch and calls must be 1 or more, got %d and %d".formatted(batch, calls));
    }
  }
}
