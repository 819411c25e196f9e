package dev.interlock.core.role;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// An inference role, routed on its own (A1).
public enum Role {
  CODE_EMBEDDING,
  TEXT_EMBEDDING,
  RERANK,
  CODE_ASSISTANT,
  RLM;

  /// The name in files, requests and answers, such as `code-embedding`.
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /// The role of that name, empty if there is none.
  public static Optional<Role> of(String word) {
    return Arrays.stream(values()).filter(r -> r.word().equals(word)).findFirst();
  }

  /// Whether the role writes vectors into a table, so that the gate guards it.
  public boolean embeds() {
    return this == CODE_EMBEDDING || this == TEXT_EMBEDDING;
  }
}
