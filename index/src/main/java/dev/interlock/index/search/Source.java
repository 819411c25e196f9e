package dev.interlock.index.search;

/// How a list of hits was found.
public enum Source {
  /// By vectors of one space.
  VECTOR(1),
  /// By words.
  LEXICAL(2);

  private final double weight;

  Source(double weight) {
    this.weight = weight;
  }

  /// What a rank in such a list counts: words 2 to vectors 1 was the best of six tried (design §4).
  double weight() {
    return weight;
  }
}
