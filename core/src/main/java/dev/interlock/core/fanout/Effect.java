package dev.interlock.core.fanout;

import java.util.List;

/// What the owner of a queue has to do.
public sealed interface Effect {
  /// Send these texts, all of one job, in one call.
  record Send(long batch, Provider provider, String job, List<Long> texts) implements Effect {
    public Send {
      texts = List.copyOf(texts);
    }
  }

  /// This batch's vector of the text is the one that counts. Said once for a text.
  record Accepted(long batch, long text) implements Effect {}

  /// The text is given up: it is the matter, and by the last word of this batch. Said once for a
  /// text.
  ///
  /// @param blamedBy the providers that failed on it, one name for each failure; empty where nobody
  ///   could have taken it
  record Poison(long batch, long text, List<String> blamedBy) implements Effect {
    public Poison {
      blamedBy = List.copyOf(blamedBy);
    }
  }

  /// The provider failed twice in a row: check that it is sound, before its failures are laid to
  /// texts. It gets nothing until [Event.Proved] or [Event.Left].
  record Prove(Provider provider) implements Effect {}

  /// The provider takes no more than that in a call: a larger one was refused and its parts taken.
  record Capped(String provider, int texts) implements Effect {}

  /// Send [Event.Woke] at that tick. An earlier wish still holds.
  record WakeAt(long nanos) implements Effect {}
}
