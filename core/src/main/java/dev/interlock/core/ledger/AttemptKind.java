package dev.interlock.core.ledger;

import java.util.Locale;

/// What an attempt was for.
public enum AttemptKind {
  /// A measurement of the gate: no text of a caller's.
  PROBE,
  /// A call to `/v1/embeddings`.
  EMBED,
  /// A chat completion.
  CHAT,
  /// A call to `/v1/rerank`.
  RERANK,
  /// A search, with the embedding of its query.
  SEARCH,
  /// Texts of an index job.
  INDEX;

  /// The word in rows and answers: lower case.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
