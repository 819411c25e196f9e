package dev.interlock.core.rerank;

/// How well one document fits the query. The scale is the engine's own: a logit, 0 to 1, or what
/// else its model gives; only scores of one model can be compared.
///
/// @param index the document's place among those asked, from 0
/// @param value higher fits better
public record Score(int index, double value) {
  /// The same for a document that stands so many places further on.
  Score shifted(int places) {
    return new Score(index + places, value);
  }
}
