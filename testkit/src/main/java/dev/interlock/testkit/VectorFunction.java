package dev.interlock.testkit;

import dev.interlock.core.space.Vectors;
import java.util.Arrays;
import java.util.function.Predicate;

/// A pretended encoder: the same text always gives the same vector, in every process.
///
/// Thread: any, pure.
@FunctionalInterface
public interface VectorFunction {
  /// The vector of one text.
  float[] vector(String text);

  /// Vectors turned by so many degrees: the cosine to the original is exactly that of the angle,
  /// for every text. Another space of the same width (C02, C23, C25).
  ///
  /// @throws IllegalArgumentException at the first vector of odd width, which has no such turn
  default VectorFunction turned(double degrees) {
    return text -> turn(vector(text), Math.toRadians(degrees));
  }

  /// Vectors whose cosine to the original is `cosine`, for every text (C05).
  default VectorFunction atCosine(double cosine) {
    return text -> turn(vector(text), Math.acos(cosine));
  }

  /// The same directions in another length (C04).
  default VectorFunction scaled(double factor) {
    return text -> {
      float[] vector = vector(text);
      for (int i = 0; i < vector.length; i++) {
        vector[i] = (float) (vector[i] * factor);
      }
      return vector;
    };
  }

  /// Another function for some of the texts.
  default VectorFunction except(Predicate<String> which, VectorFunction other) {
    return text -> which.test(text) ? other.vector(text) : vector(text);
  }

  /// The vector of the text's first so many words, the rest cut off in silence (C20).
  default VectorFunction cutAfterWords(int words) {
    return text -> vector(Words.first(text, words));
  }

  /// A direction for each text, as good as random: equal texts are equal, others unrelated. In
  /// narrow widths chance brings some of many texts close together; of the gate's probes no two
  /// come nearer than cosine 0.98 at width 4, for which the salt was picked.
  static VectorFunction hashing(int width) {
    return hashing(width, Directions.SALT);
  }

  /// As [#hashing(int)], another space for each salt.
  static VectorFunction hashing(int width, long salt) {
    return text -> Directions.of(Hash.of(salt, text), width);
  }

  /// Texts that share words lie close to each other, identifiers being split at their humps and
  /// underscores; short words count little. Two texts of the same words still differ a little, so
  /// that their order is seen.
  static VectorFunction bagOfWords(int width) {
    return text -> Words.vector(text, width);
  }

  private static float[] turn(float[] vector, double radians) {
    if (vector.length % 2 != 0) {
      throw new IllegalArgumentException("no turn for the odd width " + vector.length);
    }
    double cos = Math.cos(radians);
    double sin = Math.sin(radians);
    var turned = new float[vector.length];
    for (int i = 0; i < vector.length; i += 2) {
      turned[i] = (float) (cos * vector[i] - sin * vector[i + 1]);
      turned[i + 1] = (float) (sin * vector[i] + cos * vector[i + 1]);
    }
    return turned;
  }

  /// The first `width` components at length 1, as a Matryoshka model shortens.
  static float[] shortened(float[] vector, int width) {
    return width >= vector.length ? vector : Vectors.unit(Arrays.copyOf(vector, width));
  }
}
