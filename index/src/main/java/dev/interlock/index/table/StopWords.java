package dev.interlock.index.table;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// English words that carry a question and not its matter. They are rare in code, so that BM25
/// alone would take them for telling.
final class StopWords {
  private static final Set<String> ALL =
      new HashSet<>(
          Words.of(
              """
              a an the this that these those it its they them their there here he she we our us you \
              your i me my one ones
              is are was were be been being am do does did done doing has have had having can could \
              will would shall should may might must
              of to in on at by for from with without into onto over under about as than then so but \
              and or nor not no if while during before after between through
              what which who whom whose when where why how
              any some all each every both few more most much many other such only own same too very \
              just also ever
              please show tell find explain happens happen
              """));

  private StopWords() {}

  /// The words without these, or all of them where nothing else is left.
  static List<String> without(List<String> words) {
    var telling = words.stream().filter(w -> !ALL.contains(w)).toList();
    return telling.isEmpty() ? words : telling;
  }
}
