package dev.interlock.core.gate;

import java.util.ArrayList;
import java.util.List;

/// Texts of any length for the long probes: made, not stored, and the same for ever.
///
/// The subject changes every few sentences, so that a text cut anywhere is another text, not a
/// shorter one with the same mean.
final class LongTexts {
  private static final int SENTENCES_PER_SUBJECT = 3;

  private LongTexts() {}

  /// Sentences on changing subjects, at least `words` words.
  static List<String> prose(int seed, int words) {
    var text = new ArrayList<String>();
    var draw = new Draw(seed);
    for (int part = 0; text.size() < words; part++) {
      addProse(text, Subject.at(seed * 3 + part), draw);
    }
    return text;
  }

  /// Functions in four languages, at least `words` words.
  static List<String> code(int seed, int words) {
    var text = new ArrayList<String>();
    var draw = new Draw(seed);
    while (text.size() < words) {
      addCode(text, draw);
    }
    return text;
  }

  /// Prose and code in turn, at least `words` words.
  static List<String> mixed(int seed, int words) {
    var text = new ArrayList<String>();
    var draw = new Draw(seed);
    for (int part = 0; text.size() < words; part++) {
      addProse(text, Subject.at(seed * 3 + part), draw);
      addCode(text, draw);
    }
    return text;
  }

  private static void addProse(List<String> text, Subject subject, Draw draw) {
    for (int i = 0; i < SENTENCES_PER_SUBJECT; i++) {
      var sentence =
          draw.of(Subject.SENTENCES)
              .replace("{who}", draw.of(subject.who()))
              .replace("{act}", draw.of(subject.acts()))
              .replace("{thing}", draw.of(subject.things()))
              .replace("{other}", draw.of(subject.things()))
              .replace("{where}", draw.of(subject.places()))
              .replace("{n}", Integer.toString(2 + draw.below(97)));
      text.addAll(Cutter.words((text.isEmpty() ? "" : i == 0 ? "\n\n" : " ") + sentence));
    }
  }

  private static void addCode(List<String> text, Draw draw) {
    var function =
        draw.of(CodeShapes.SHAPES)
            .replace("{Noun}", capital(draw.of(CodeShapes.NOUNS)))
            .replace("{noun}", draw.of(CodeShapes.NOUNS))
            .replace("{part}", draw.of(CodeShapes.NOUNS))
            .replace("{verb}", draw.of(CodeShapes.VERBS))
            .replace("{n}", Integer.toString(2 + draw.below(997)));
    text.addAll(Cutter.words((text.isEmpty() ? "" : "\n\n") + function));
  }

  private static String capital(String word) {
    return Character.toUpperCase(word.charAt(0)) + word.substring(1);
  }

  /// Choices that are the same on every machine and in every release: a mixed counter. Not for
  /// anything that must be unpredictable.
  private static final class Draw {
    private long state;

    Draw(int seed) {
      this.state = seed;
    }

    int below(int bound) {
      state += 0x9e3779b97f4a7c15L;
      long z = (state ^ (state >>> 30)) * 0xbf58476d1ce4e5b9L;
      z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
      return (int) Long.remainderUnsigned(z ^ (z >>> 31), bound);
    }

    String of(List<String> choices) {
      return choices.get(below(choices.size()));
    }
  }
}
