package dev.interlock.index.search;

import dev.interlock.index.table.Words;
import java.util.regex.Pattern;

/// What a rank in a list counts, by how the list was found.
///
/// Words 2 to vectors 1 were the best of six tried (design §4). A long question without an
/// identifier is the exception: it shares few words with the code that answers it. Of 24 such
/// questions about jsoup, told in other words than its own, 18 were answered within the first five
/// by 2 to 1, 20 by 1 to 1, 22 by 1 to 2, and 21 by vectors alone; 24 short ones were all answered
/// either way, and 16 with identifiers best by 2 to 1.
///
/// @param vector of a list found by vectors, above 0
/// @param lexical of a list found by words, above 0
public record Weights(double vector, double lexical) {
  /// For short queries and identifiers.
  public static final Weights WORDS_FIRST = new Weights(1, 2);

  /// For long questions.
  public static final Weights MEANING_FIRST = new Weights(2, 1);

  private static final int LONG = 5;

  /// A turn of case, an underscore, a letter before a digit, a dotted chain, a call, `::`, `->`, or
  /// what only code is full of.
  private static final Pattern IDENTIFIER =
      Pattern.compile("\\p{Ll}\\p{Lu}|_|\\p{L}\\d|\\w\\.\\w|\\w\\(|::|->|[{};=<>]");

  /// The weights that suit a query.
  public static Weights of(String query) {
    boolean prose = !IDENTIFIER.matcher(query).find() && Words.telling(query).size() >= LONG;
    return prose ? MEANING_FIRST : WORDS_FIRST;
  }

  double of(Source source) {
    return switch (source) {
      case VECTOR -> vector;
      case LEXICAL -> lexical;
    };
  }
}
