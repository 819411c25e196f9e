package dev.interlock.core.space;

/// The vector space of one table: fixed at birth, never changed by a setting (design §2.1).
///
/// @param dimension components of every vector
/// @param encoder who built it
/// @param recipe how texts were made
/// @param distance how vectors are compared
public record Space(int dimension, EncoderIdentity encoder, TextRecipe recipe, Distance distance) {
  public Space {
    if (dimension < 1) {
      throw new IllegalArgumentException("dimension must be 1 or more, got " + dimension);
    }
  }

  /// A short name for headers and answers, such as `all-minilm-l6-v2-q/384`.
  public String label() {
    return encoder.model() + "/" + dimension;
  }
}
