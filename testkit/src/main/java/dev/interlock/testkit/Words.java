package dev.interlock.testkit;

import dev.interlock.core.space.Vectors;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/// Words of a text, and the vector that they add up to.
final class Words {
  private static final Pattern WORD = Pattern.compile("\\p{Lu}?[\\p{Ll}\\p{Lo}]+|\\p{Lu}+|\\p{N}+");
  private static final Pattern GAP = Pattern.compile("(?<=\\S)(?=\\s)");
  private static final double SHORT_WORD = 0.3;
  private static final double OWN_SHARE = 0.15;

  private Words() {}

  /// The text up to the end of its word number `count`, words being parted by white space.
  static String first(String text, int count) {
    var gaps = GAP.matcher(text);
    for (int seen = 1; gaps.find(); seen++) {
      if (seen == count) {
        return text.substring(0, gaps.start());
      }
    }
    return text;
  }

  /// Number of words parted by white space.
  static int count(String text) {
    return text.isBlank() ? 0 : text.strip().split("\\s+", -1).length;
  }

  static float[] vector(String text, int width) {
    Map<String, Integer> counts = new HashMap<>();
    for (String word : split(text)) {
      counts.merge(word, 1, Integer::sum);
    }
    var sum = new double[width];
    // In the order of the words, so that rounding is the same in every process.
    counts.keySet().stream()
        .sorted()
        .forEach(word -> add(sum, Hash.of(1, word), weight(word, counts.getOrDefault(word, 0))));
    var bag = new float[width];
    double length = Math.sqrt(square(sum));
    for (int i = 0; i < width; i++) {
      bag[i] = (float) (length == 0 ? 0 : sum[i] / length);
    }
    float[] own = Directions.of(Hash.of(2, text), width);
    for (int i = 0; i < width; i++) {
      bag[i] += (float) (OWN_SHARE * own[i]);
    }
    return Vectors.unit(bag);
  }

  private static List<String> split(String text) {
    var words = new ArrayList<String>();
    var matcher = WORD.matcher(text);
    while (matcher.find()) {
      words.add(matcher.group().toLowerCase(Locale.ROOT));
    }
    return words;
  }

  private static double weight(String word, int times) {
    return (1 + Math.log(times)) * (word.length() <= 3 ? SHORT_WORD : 1);
  }

  private static void add(double[] sum, long seed, double weight) {
    float[] direction = Directions.of(seed, sum.length);
    for (int i = 0; i < sum.length; i++) {
      sum[i] += weight * direction[i];
    }
  }

  private static double square(double[] vector) {
    double sum = 0;
    for (double component : vector) {
      sum += component * component;
    }
    return sum;
  }
}
