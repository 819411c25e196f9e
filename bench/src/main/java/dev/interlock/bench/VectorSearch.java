package dev.interlock.bench;

import dev.interlock.runtime.clock.SystemClocks;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.random.RandomGeneratorFactory;

/// Recall and time of the product's vector search with default settings, against exact search and
/// against bare Lucene with the same format and as many candidates, always printed together.
///
/// Product and Lucene take turns over the same queries, round by round, after a round for warming
/// up; times are means of the median round, on one thread.
final class VectorSearch {
  private static final int WIDTH = 2_560;
  private static final int ROWS = 20_000;
  private static final int QUICK_ROWS = 2_000;
  private static final int QUERIES = 500;
  private static final int QUICK_QUERIES = 100;
  private static final int WARM_UP_ROUNDS = 3;
  private static final int ROUNDS = 5;
  private static final int K = 10;

  private final Options options;
  private final SystemClocks clocks = new SystemClocks();
  private final List<float[]> vectors;
  private final List<float[]> queries;

  private VectorSearch(Options options) {
    this.options = options;
    var random = RandomGeneratorFactory.of("L64X128MixRandom").create(options.seed());
    var clusters = new Clusters(WIDTH, random);
    this.vectors = clusters.unitVectors(options.size(ROWS, QUICK_ROWS));
    this.queries = clusters.unitVectors(options.size(QUERIES, QUICK_QUERIES));
  }

  private interface Search {
    List<Integer> nearest(float[] query, int k);
  }

  /// Runs the bench; ends with 1 if a bar is missed.
  static void main(String... args) {
    var options = Options.of(args);
    int code;
    try (var scratch = Disk.scratch()) {
      code = new VectorSearch(options).run(scratch);
    }
    System.exit(code);
  }

  private int run(Disk.Scratch scratch) {
    long start = clocks.nanos();
    try (var product = ProductVectors.of(vectors, scratch.sub("product"))) {
      double productBuild = (clocks.nanos() - start) / 1e9;
      start = clocks.nanos();
      try (var bare = BareVectors.of(vectors, scratch.sub("bare"))) {
        double bareBuild = (clocks.nanos() - start) / 1e9;
        var report =
            new Report("vector-search", options)
                .count("rows", vectors.size())
                .count("components", WIDTH)
                .count("queries", queries.size())
                .count("hits asked for", K)
                .count("segments of bare Lucene", bare.segments())
                .figure("product, filling, seconds", productBuild)
                .figure("bare Lucene, filling, seconds", bareBuild);
        return compare(report, product::nearest, bare).end();
      }
    }
  }

  private Report compare(Report report, Search product, BareVectors bare) {
    var searches = List.of(product, bare::nearest, bare::nearestExact);
    var laps = searches.stream().map(_ -> new Laps()).toList();
    for (int turn = 0; turn < (WARM_UP_ROUNDS + ROUNDS) * queries.size(); turn++) {
      var query = queries.get(turn % queries.size());
      for (int i = 0; i < searches.size(); i++) {
        int next = (turn + i) % searches.size();
        laps.get(next).time(searches.get(next), query, turn >= WARM_UP_ROUNDS * queries.size());
      }
    }
    var ours = laps.getFirst();
    var plain = laps.get(1);
    var exact = laps.getLast();
    return report
        .figure("bare Lucene, recall@10", recall(bare::nearest))
        .figure("bare Lucene, ms a query", plain.millis())
        .figure("bare Lucene, CPU ms a query", plain.cpuMillis())
        .figure("bare Lucene with exact ranks, recall@10", recall(bare::nearestExact))
        .figure("bare Lucene with exact ranks, ms a query", exact.millis())
        .figure("bare Lucene with exact ranks, CPU ms a query", exact.cpuMillis())
        .figure("product, ms a query", ours.millis())
        .figure("product, CPU ms a query", ours.cpuMillis())
        .figure("time to bare Lucene", ours.millis() / exact.millis())
        .figure("CPU to bare Lucene without exact ranks", ours.cpuMillis() / plain.cpuMillis())
        .bar(Bar.share("product, recall@10", recall(product), 0.99))
        .bar(
            Bar.atMost(
                "CPU time to bare Lucene, same settings", ours.cpuMillis() / exact.cpuMillis(), 2));
  }

  /// The time of one kind of search.
  private final class Laps {
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private long nanos;
    private long cpuNanos;
    private int searches;

    void time(Search search, float[] query, boolean counts) {
      long cpu = threads.getCurrentThreadCpuTime();
      long start = clocks.nanos();
      search.nearest(query, K);
      if (counts) {
        nanos += clocks.nanos() - start;
        cpuNanos += threads.getCurrentThreadCpuTime() - cpu;
        searches++;
      }
    }

    double millis() {
      return nanos / 1e6 / searches;
    }

    double cpuMillis() {
      return cpuNanos / 1e6 / searches;
    }
  }

  private double recall(Search search) {
    var exact = new Exact(vectors);
    long hits = 0;
    for (var query : queries) {
      hits += exact.hits(query, search.nearest(query, K), K);
    }
    return (double) hits / ((long) queries.size() * K);
  }
}
