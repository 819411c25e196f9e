package dev.interlock.core.gate;

/// What a person can do about a refusal, in a sentence or two.
///
/// Thread: any, pure.
public final class Remedy {
  private static final String OTHER_MODEL =
      "nearly every text differs: this is another model, another revision or a coarse quantisation";

  private Remedy() {}

  /// What the broken rule and the probe that proves it point to.
  ///
  /// @param table the label of the table's space, such as `all-minilm-l6-v2/384`
  public static String of(Report report, String table) {
    return report.refusal().map(refusal -> of(report, refusal, table)).orElse("");
  }

  private static String of(Report report, Refusal refusal, String table) {
    return switch (refusal.rule()) {
      case COUNT -> "the server loses or adds vectors: it can't be used before that is mended";
      case DIMENSION -> "another width is another model: serve the one that built " + table;
      case FINITE, ZERO -> "the server's model breaks at this text: mend it there";
      case NEAREST, MINIMUM, RELATIVE, DISPLACEMENT ->
          otherModel(report)
              ? OTHER_MODEL
              : refusal.probe().map(probe -> cause(probe.kind())).orElse(OTHER_MODEL);
      case TAIL_PAIR -> cause(ProbeKind.TAIL_PAIR);
      case DISTINCT, DRIFT, PIN -> "";
    };
  }

  private static boolean otherModel(Report report) {
    return report.finding(Rule.MINIMUM).failing().size() * 2 > report.probes();
  }

  private static String cause(ProbeKind kind) {
    return switch (kind) {
      case LONGEST, TAIL_PAIR, LENGTH ->
          "long texts are cut: raise the server's limit of tokens for one text";
      case SHORT -> "short texts differ: padding counted in the mean, or a quantised build";
      case LONG_WORD, SCRIPT ->
          "such words become other tokens here, or the weights are quantised: serve the table's own"
              + " tokenizer and build";
      case ACCENT -> "accents are treated in another way: see the tokenizer's normaliser";
      case CASE -> "upper case is treated in another way: see the tokenizer's normaliser";
      case GENERAL, NEAR_DUPLICATE -> "another build or revision of the model";
      case QUERY_FORM -> "queries differ: the server adds or lacks an instruction before them";
    };
  }
}
