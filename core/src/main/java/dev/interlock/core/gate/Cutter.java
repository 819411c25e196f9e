package dev.interlock.core.gate;

import dev.interlock.core.embed.TokenCounter;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// Cuts texts to a number of tokens at whole words, with a dozen counts for any length.
///
/// @param counter counts tokens
record Cutter(TokenCounter counter) {
  private static final Pattern WORD = Pattern.compile("\\s*\\S+");

  /// The text's words, each with the white space before it.
  static List<String> words(String text) {
    return WORD.matcher(text).results().map(MatchResult::group).toList();
  }

  /// The text, or as many of its first words as fit.
  String fit(String text, int limit) {
    return counter.count(text) <= limit ? text : fill(words(text), limit);
  }

  /// As many of the first words as fit.
  String fill(List<String> words, int limit) {
    return fillAfter("", words, limit);
  }

  /// A beginning, followed by as many of the first words as fit. The beginning alone must fit.
  String fillAfter(String head, List<String> words, int limit) {
    int fits = 0;
    int tooMany = words.size() + 1;
    while (tooMany - fits > 1) {
      int middle = (fits + tooMany) >>> 1;
      if (counter.count(joined(head, words, middle)) <= limit) {
        fits = middle;
      } else {
        tooMany = middle;
      }
    }
    return joined(head, words, fits);
  }

  private static String joined(String head, List<String> words, int n) {
    return head + String.join("", words.subList(0, n));
  }
}
