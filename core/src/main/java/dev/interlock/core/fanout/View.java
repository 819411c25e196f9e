package dev.interlock.core.fanout;

import java.util.List;
import java.util.OptionalLong;

/// A queue as its last step left it.
///
/// @param waiting texts that no call is under way for
/// @param providers in the order in which they joined first
public record View(int waiting, List<Place> providers) {
  public View {
    providers = List.copyOf(providers);
  }

  /// What a provider is doing.
  public enum State {
    /// It pulls.
    PULLING,
    /// It was asked to come again later, or waits for a permit.
    POSTPONED,
    /// It failed and is spared.
    ASIDE,
    /// It failed twice in a row and is being checked.
    PROVING,
    /// It may not serve.
    GONE
  }

  /// One provider.
  ///
  /// @param untilNanos when it is asked again, where that is known
  /// @param batch texts of its next call
  /// @param calls calls under way
  /// @param rate texts a second of one call, 0 if unknown
  /// @param accepted texts that it gave, over all jobs
  public record Place(
      String name,
      State state,
      OptionalLong untilNanos,
      int batch,
      int calls,
      double rate,
      long accepted) {}
}
