package dev.interlock.wire.openai;

import dev.interlock.core.embed.Fault;

/// Leaves the reader of an engine's answer from any depth; never seen outside of what reads it.
public final class Unfit extends RuntimeException {
  private static final long serialVersionUID = 1;
  private final Fault fault;
  private final String words;

  /// An answer that can't be used.
  ///
  /// @param words what is wrong, for people
  public Unfit(Fault fault, String words) {
    super(words, null, false, false);
    this.fault = fault;
    this.words = words;
  }

  /// What kind of fault it is.
  public Fault fault() {
    return fault;
  }

  /// What is wrong, for people.
  public String message() {
    return words;
  }
}
