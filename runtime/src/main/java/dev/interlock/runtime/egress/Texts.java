package dev.interlock.runtime.egress;

import dev.interlock.core.embed.Urgency;
import dev.interlock.core.ledger.Decision;
import java.util.List;

/// Texts on their way out, prefixes included.
///
/// @param texts never empty
/// @param urgency whether a person waits
/// @param trail the request on whose behalf they go out; each call for them is an attempt of it
/// @param decision why they go out by this route
public record Texts(List<String> texts, Urgency urgency, Trail trail, Decision decision) {
  public Texts {
    texts = List.copyOf(texts);
    if (texts.isEmpty()) {
      throw new IllegalArgumentException("there is no text to embed");
    }
  }
}
