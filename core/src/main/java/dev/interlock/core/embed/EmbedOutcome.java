package dev.interlock.core.embed;

import dev.interlock.core.account.Dues;
import dev.interlock.core.account.Hold;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// How one call to an embedding engine ended.
public sealed interface EmbedOutcome {
  /// How much went over the wire.
  Traffic traffic();

  /// What it meant to the account that pays for it.
  Dues dues();

  /// The same outcome with what went over the wire for it.
  EmbedOutcome over(Traffic traffic);

  /// The same outcome with what it meant to its account.
  EmbedOutcome owing(Dues dues);

  /// Bytes of the bodies; nothing for an engine in this process.
  ///
  /// @param bytesOut bytes of the request's body, 0 if it was not sent
  /// @param bytesIn bytes of the answer's body as far as it was read
  record Traffic(long bytesOut, long bytesIn) {
    /// Nothing went over a wire.
    public static final Traffic NONE = new Traffic(0, 0);
  }

  /// The engine answered in the form of an embedding answer.
  ///
  /// Nothing is judged here: the number of vectors, their widths and components are the engine's
  /// own. Vectors stand in the order of the texts, sorted by the answer's own indexes where it has
  /// them.
  ///
  /// @param vectors as received, of any width and length, perhaps not finite
  /// @param model the answer's own model field
  /// @param promptTokens the answer's own count of tokens
  record Answered(
      List<float[]> vectors,
      Optional<String> model,
      OptionalLong promptTokens,
      Traffic traffic,
      Dues dues)
      implements EmbedOutcome {
    public Answered {
      vectors = List.copyOf(vectors);
    }

    public Answered(List<float[]> vectors, Optional<String> model, OptionalLong promptTokens) {
      this(vectors, model, promptTokens, Traffic.NONE, Dues.NONE);
    }

    @Override
    public Answered over(Traffic went) {
      return new Answered(vectors, model, promptTokens, went, dues);
    }

    @Override
    public Answered owing(Dues owed) {
      return new Answered(vectors, model, promptTokens, traffic, owed);
    }
  }

  /// The call brought nothing usable.
  ///
  /// @param fault the kind
  /// @param status the HTTP status, where there was one
  /// @param message one sentence for people: host, status and the engine's own words, shortened
  record Failed(Fault fault, OptionalInt status, String message, Traffic traffic, Dues dues)
      implements EmbedOutcome {
    public Failed(Fault fault, OptionalInt status, String message) {
      this(fault, status, message, Traffic.NONE, Dues.NONE);
    }

    @Override
    public Failed over(Traffic went) {
      return new Failed(fault, status, message, went, dues);
    }

    @Override
    public Failed owing(Dues owed) {
      return new Failed(fault, status, message, traffic, owed);
    }

    /// Why its account, or the engine's own pause, let nothing through.
    public Optional<Hold> hold() {
      return dues.hold();
    }

    /// What becomes of each text of the call.
    public TextOutcome.Failed ofText() {
      return new TextOutcome.Failed(fault, message, hold());
    }
  }
}
