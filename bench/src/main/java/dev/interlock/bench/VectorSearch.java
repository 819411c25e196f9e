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
  private static final List<Case> CASES =
      List.of(
          new Case("wide", 20_000, 2_000, 2_560, 200),
          new Case("long", 100_000, 4_000, 384, 200),
          new Case("fine", 20_000, 2_000, 384, 2_000));

  private static final int QUERIES = 500;
  private static final int QUICK_QUERIES = 100;
  private static final int WARM_UP_ROUNDS = 3;
  private static final int ROUNDS = 5;
  private static final int K = 10;

  private final SystemClocks clocks = new SystemClocks();
  private final Case sizes;
  private final List<float[]> vectors;
  private final List<float[]> queries;

  /// What is searched.
  ///
  /// @param name of the case in the report
  /// @param clusters more of them are smaller, and harder to find whole
  private record Case(String name, int rows, int quickRows, int width, int clusters) {}

  private VectorSearch(Case sizes, Options options) {
    this.sizes = sizes;
    var random = RandomGeneratorFactory.of("L64X128MixRandom").create(options.seed());
    var clusters = new Clusters(sizes.width(), sizes.clusters(), random);
    this.vectors = clusters.unitVectors(options.size(sizes.rows(), sizes.quickRows()));
    this.queries = clusters.unitVectors(options.size(QUERIES, QUICK_QUERIES));
  }

  private interface Search {
    List<Integer> nearest(float[] query, int k);
  }

  /// Runs the bench; ends with 1 if a bar is missed.
  static void main(String... args) {
    var options = Options.of(args);
    var report = new Report("vector-search", options).count("hits asked for", K);
    for (var sizes : CASES) {
      try (var scratch = Disk.scratch()) {
        new VectorSearch(sizes, options).run(scratch, report);
      }
    }
    System.exit(report.end());
  }

  private void run(Disk.Scratch scratch, Report report) {
    long start = clocks.nanos();
    try (var product = ProductVectors.of(vectors, scratch.sub("product"))) {
      double productBuild = (clocks.nanos() - start) / 1e9;
      start = clocks.nanos();
      try (var bare = BareVectors.of(vectors, scratch.sub("bare"))) {
        double bareBuild = (clocks.nanos() - start) / 1e9;
        report
            .count(of("rows"), vectors.size())
            .count(of("components"), sizes.width())
            .count(of("clusters"), sizes.clusters())
            .count(of("queries"), queries.size())
            .count(of("segments of bare Lucene"), bare.segments())
            .figure(of("product, filling, seconds"), productBuild)
            .figure(of("bare Lucene, filling, seconds"), bareBuild);
        compare(report, product::nearest, bare);
      }
    }
  }

  private String of(String figure) {
    return sizes.name() + ": " + figure;
  }

  private void compare(Report report, Search product, BareVectors bare) {
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
    report
        .figure(of("bare Lucene, recall@10"), recall(bare::nearest))
        .figure(of("bare Lucene, ms a query"), plain.millis())
        .figure(of("bare Lucene, CPU ms a query"), plain.cpuMillis())
        .figure(of("bare Lucene with exact ranks, recall@10"), recall(bare::nearestExact))
        .figure(of("bare Lucene with exact ranks, ms a query"), exact.millis())
        .figure(of("bare Lucene with exact ranks, CPU ms a query"), exact.cpuMillis())
        .figure(of("product, ms a query"), ours.millis())
        .figure(of("product, CPU ms a query"), ours.cpuMillis())
        .figure(of("time to bare Lucene"), ours.millis() / exact.millis())
        .figure(of("CPU to bare Lucene without exact ranks"), ours.cpuMillis() / plain.cpuMillis())
        .bar(Bar.share(of("product, recall@10"), recall(product), 0.99))
        .bar(
            Bar.atMost(
                of("CPU time to bare Lucene, same settings"),
                ours.cpuMillis() / exact.cpuMillis(),
                2));
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
