package dev.interlock.runtime.egress;

import dev.interlock.core.embed.TextOutcome;
import java.util.List;
import java.util.Optional;

/// How a set of texts came back from the embedding door.
public sealed interface DoorOutcome {
  /// The admission held throughout.
  ///
  /// @param texts one outcome for each text, in order
  /// @param model the engine's own model field, where it has one
  /// @param promptTokens sum of the engine's own counts, or our count where it tells none
  /// @param stretches for each text the stretch of the route's work, between two canaries, in which
  ///   it came back; 0 where it brought nothing
  record Carried(
      List<TextOutcome> texts, Optional<String> model, long promptTokens, List<Long> stretches)
      implements DoorOutcome {
    public Carried {
      texts = List.copyOf(texts);
      stretches = List.copyOf(stretches);
    }
  }

  /// A text that a person waits for is too long, so none was sent: half an answer is none.
  ///
  /// @param position of the first such text
  record TooLong(int position, TextOutcome.Failed failure) implements DoorOutcome {}

  /// The admission does not hold, or ceased to hold while the call ran: no vector may be used.
  record Withdrawn(String reason) implements DoorOutcome {}
}
