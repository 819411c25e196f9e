package dev.interlock.it.sim;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// The figures of record, in the form of the benches' results: ratios from the simulated clock, the
/// same on any machine.
///
/// @param seed of what is left to chance
record FiguresOfRecord(long seed, Map<String, Double> figures, List<Bar> bars) {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  /// A bar, as the benches have it.
  record Bar(String name, double value, double atLeast, double atMost, boolean holds) {
    static Bar of(String name, double value, double atLeast, double atMost) {
      return new Bar(name, value, atLeast, atMost, value >= atLeast && value <= atMost);
    }
  }

  static FiguresOfRecord of(long seed) {
    var figures = new Figures(seed);
    var values = new LinkedHashMap<String, Double>();
    var bars = new ArrayList<Bar>();
    values.put("texts of a job", 100_000.0);
    bars.add(Bar.of("unequal providers, of their capacity", figures.aggregate(100_000), 0.95, 1));
    bars.add(
        Bar.of(
            "beside a throttled cloud, of local alone",
            figures.besideThrottled(100_000),
            0.99,
            1.001));
    for (int rpm : List.of(60, 120, 600)) {
      bars.add(Bar.of("starts used of a believed rate of " + rpm, figures.rate(rpm), 0.95, 1));
    }
    var recovery = figures.recovery();
    values.put("after a storm, seconds to 0.9 of the ceiling", recovery.took());
    values.put("the same by the rule", recovery.allowed());
    values.put("halvings in the storm", (double) recovery.halvings());
    bars.add(
        Bar.of(
            "recovery, of what the rule allows", recovery.took() / recovery.allowed(), 0, 1.001));
    var fairness = figures.fairness();
    values.put("small project alone, longest wait in seconds", fairness.alone());
    values.put("beside 100 times its demand", fairness.beside());
    values.put("one permit's time, the longest call", fairness.permit());
    bars.add(
        Bar.of(
            "the wait more, of one permit's time",
            (fairness.beside() - fairness.alone()) / fairness.permit(),
            -1,
            1));
    var big = Big.play(seed);
    values.put("hosts", (double) Big.HOSTS);
    values.put("projects", (double) Big.PROJECTS);
    values.put("texts", (double) big.rows());
    values.put("simulated seconds", big.seconds());
    values.put("steps", (double) big.steps());
    bars.add(Bar.of("a large fleet, of its capacity", big.used(), 0.95, 1));
    return new FiguresOfRecord(seed, values, bars);
  }

  Map<String, String> words() {
    return bars.stream()
        .collect(Collectors.toMap(Bar::name, b -> Double.toString(b.value()), (a, _) -> a));
  }

  String json() throws IOException {
    var all = new LinkedHashMap<String, Object>();
    all.put("bench", "simulator");
    all.put("commit", commit());
    all.put("seed", seed);
    all.put(
        "machine",
        Map.of(
            "processors",
            Runtime.getRuntime().availableProcessors(),
            "jvm",
            Runtime.version().toString()));
    all.put("figures", figures);
    all.put("bars", bars);
    return JSON.writeValueAsString(all) + "\n";
  }

  private static String commit() throws IOException {
    var git = new ProcessBuilder("git", "rev-parse", "--short", "HEAD").start();
    try (var out = git.getInputStream()) {
      var id = new String(out.readAllBytes(), StandardCharsets.UTF_8).strip();
      return git.waitFor(10, TimeUnit.SECONDS) && !id.isEmpty() ? id : "unknown";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }
}
