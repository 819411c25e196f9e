package dev.interlock.runtime.store;

import dev.interlock.core.ledger.Attempt;
import java.util.List;

/// What the ledger knows of a request.
public sealed interface Inquiry {
  /// It has rows.
  ///
  /// @param attempts in order, never empty
  record Recorded(List<Attempt> attempts) implements Inquiry {
    public Recorded {
      attempts = List.copyOf(attempts);
    }
  }

  /// Its id was given out, or may have been, and there is no row of it.
  record WithoutRow(Fate fate) implements Inquiry {}

  /// No such id was given out, or it is older than what is kept.
  record Unknown() implements Inquiry {}

  /// Why a request has no row.
  enum Fate {
    /// Given out by this process; no attempt of it has ended, or none was made.
    OPEN("open"),
    /// Given out by a process that closed in order: no attempt was made, or its rows were dropped
    /// and counted.
    NO_ATTEMPT("noAttempt"),
    /// Given out by a process that crashed: its row was lost, if it had one.
    LOST("lost"),
    /// Reserved by a process that crashed: lost as well, or never given out.
    LOST_OR_UNUSED("lostOrUnused");

    private final String word;

    Fate(String word) {
      this.word = word;
    }

    /// The word in answers.
    public String word() {
      return word;
    }
  }
}
