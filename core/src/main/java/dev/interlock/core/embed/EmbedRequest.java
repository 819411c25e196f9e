package dev.interlock.core.embed;

import dev.interlock.core.account.Behalf;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// One call to an embedding engine.
///
/// @param texts the texts as the engine shall see them, prefixes included; never empty
/// @param urgency whether a person waits for it
/// @param dimension the width to ask for, where the role's file names one
/// @param behalf whose call it is, for an account that may have to pay for it
public record EmbedRequest(
    List<String> texts, Urgency urgency, OptionalInt dimension, Optional<Behalf> behalf) {
  public EmbedRequest {
    texts = List.copyOf(texts);
    if (texts.isEmpty()) {
      throw new IllegalArgumentException("an embedding call needs at least one text");
    }
  }

  /// A call that no account pays for; one that would have to lets it not go.
  public EmbedRequest(List<String> texts, Urgency urgency, OptionalInt dimension) {
    this(texts, urgency, dimension, Optional.empty());
  }
}
