package dev.interlock.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// What a bench found: figures in their order, and bars. Prints itself as a table and as JSON.
final class Report {
  private final String bench;
  private final Options options;
  private final Map<String, Number> figures = new LinkedHashMap<>();
  private final List<Bar> bars = new ArrayList<>();

  Report(String bench, Options options) {
    this.bench = bench;
    this.options = options;
  }

  /// Adds a count.
  Report count(String name, long value) {
    figures.put(name, value);
    return this;
  }

  /// Adds a measured figure, kept to four digits or so.
  Report figure(String name, double value) {
    figures.put(name, rounded(value));
    return this;
  }

  /// Adds what the bench is for.
  Report bar(Bar bar) {
    bars.add(bar);
    return this;
  }

  /// Prints the table and writes the file.
  ///
  /// @return 0, or 1 if a bar is missed
  int end() {
    Disk.print(table());
    options.out().ifPresent(file -> Disk.write(file, json() + "\n"));
    return bars.stream().allMatch(bar -> bar.holds(options.quick())) ? 0 : 1;
  }

  private String table() {
    var text = new StringBuilder(options.quick() ? bench + " (quick)\n" : bench + "\n");
    figures.forEach((name, value) -> line(text, name, value.toString(), ""));
    for (var bar : bars) {
      var rule =
          String.format(
              Locale.ROOT,
              "  %s %s: %s",
              bar.atMost() ? "at most" : "at least",
              rounded(bar.limit()),
              bar.holds(false) ? "holds" : bar.holds(options.quick()) ? "missed, loose" : "MISSED");
      line(text, bar.name(), rounded(bar.value()).toString(), rule);
    }
    return text.toString();
  }

  private static void line(StringBuilder text, String name, String value, String rule) {
    text.append(String.format(Locale.ROOT, "  %-52s %12s%s%n", name, value, rule));
  }

  private String json() {
    var all = new LinkedHashMap<String, Object>();
    all.put("bench", bench);
    all.put("commit", options.commit());
    all.put("at", Machine.now());
    all.put("quick", options.quick());
    all.put("seed", options.seed());
    all.put("machine", Machine.facts());
    all.put("jvmFlags", Machine.flags());
    all.put("figures", figures);
    all.put("bars", bars.stream().map(this::entry).toList());
    return JsonMapper.builder()
        .enable(SerializationFeature.INDENT_OUTPUT)
        .build()
        .writeValueAsString(all);
  }

  private Map<String, Object> entry(Bar bar) {
    var entry = new LinkedHashMap<String, Object>();
    entry.put("name", bar.name());
    entry.put("value", rounded(bar.value()));
    entry.put(bar.atMost() ? "atMost" : "atLeast", rounded(bar.limit()));
    entry.put("holds", bar.holds(false));
    return entry;
  }

  private static Double rounded(double value) {
    double scale = Math.abs(value) < 100 ? 10_000 : 10;
    return Double.isFinite(value) ? Math.round(value * scale) / scale : value;
  }
}
