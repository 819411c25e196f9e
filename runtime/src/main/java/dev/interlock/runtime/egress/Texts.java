package dev.interlock.runtime.egress;

import dev.interlock.core.embed.Urgency;
import java.util.List;

/// Texts on their way out, prefixes included.
///
/// @param texts never empty
/// @param urgency whether a person waits
public record Texts(List<String> texts, Urgency urgency) {
  public Texts {
    texts = List.copyOf(texts);
    if (texts.isEmpty()) {
      throw new IllegalArgumentException("there is no text to embed");
    }
  }
}
