package dev.interlock.core.embed;

import java.util.List;
import java.util.OptionalInt;

/// One call to an embedding engine.
///
/// @param texts the texts as the engine shall see them, prefixes included; never empty
/// @param urgency whether a person waits for it
/// @param dimension the width to ask for, where the role's file names one
public record EmbedRequest(List<String> texts, Urgency urgency, OptionalInt dimension) {
  public EmbedRequest {
    texts = List.copyOf(texts);
    if (texts.isEmpty()) {
      throw new IllegalArgumentException("an embedding call needs at least one text");
    }
  }
}
