package dev.interlock.bench;

import dev.interlock.core.embed.EmbedOutcome;
import dev.interlock.core.embed.EmbedRequest;
import dev.interlock.core.embed.Urgency;
import dev.interlock.core.job.JobState;
import dev.interlock.core.table.PerTable;
import dev.interlock.encoder.EmbeddedEncoder;
import dev.interlock.runtime.clock.SystemClocks;
import dev.interlock.runtime.gate.TextLimit;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/// How much of the encoder's own speed an index job keeps.
///
/// The texts of a tree go through the bare encoder, without door, gate or tables, half of them
/// before and half of them after the same tree is indexed by a whole server, so that a machine that
/// grows slower does so for both.
final class Indexing {
  private static final int LINES = 30_000;
  private static final int QUICK_LINES = 1_500;

  private final Options options;
  private final SystemClocks clocks = new SystemClocks();
  private final List<Lap> bare = new ArrayList<>();

  /// Texts that were embedded, and what that took.
  private record Lap(long texts, double seconds, Cpu cpu) {
    double cpuMillis() {
      return 1000 * cpu.seconds() / texts;
    }

    double cpuMillisBesideEncoder() {
      return 1000 * cpu.secondsWithoutEncoder() / texts;
    }

    /// Share of the processors that nobody used; other programs' work counts as unused.
    double idle() {
      return 1 - cpu.total() / 1e9 / seconds / Runtime.getRuntime().availableProcessors();
    }
  }

  private Indexing(Options options) {
    this.options = options;
  }

  /// Runs the bench; ends with 1 if its bar is missed.
  static void main(String... args) {
    var options = Options.of(args);
    int code;
    try (var scratch = Disk.scratch()) {
      code = new Indexing(options).run(scratch);
    }
    System.exit(code);
  }

  private int run(Disk.Scratch scratch) {
    var part = new Tree.Part(0, options.size(LINES, QUICK_LINES));
    var tree = Tree.copy(options.needTree(), part, scratch.sub("tree"));
    var unpacked = scratch.sub("unpacked");
    var texts = texts(tree, unpacked);
    bare(texts, 0, unpacked);
    var job = job(tree, scratch.sub("home"));
    bare(texts, 1, unpacked);
    if (job.texts() != texts.size()) {
      throw new IllegalStateException(
          "the job embedded %d texts, not %d".formatted(job.texts(), texts.size()));
    }
    return report(tree, job).end();
  }

  private static List<String> texts(Tree tree, Path unpacked) {
    try (var encoder = EmbeddedEncoder.open(unpacked)) {
      var limit = new TextLimit(encoder.counter(), EmbeddedEncoder.route().maxTokens());
      return Cut.texts(Cut.of(tree, PerTable.of(_ -> limit)));
    }
  }

  /// Every other text through the encoder alone; one call keeps both of its callers busy.
  private void bare(List<String> texts, int from, Path unpacked) {
    var half = new ArrayList<String>();
    for (int i = from; i < texts.size(); i += 2) {
      half.add(texts.get(i));
    }
    try (var encoder = EmbeddedEncoder.open(unpacked)) {
      embed(encoder, half.subList(0, Math.min(8, half.size())));
      var cpu = Cpu.now();
      long start = clocks.nanos();
      embed(encoder, half);
      long nanos = clocks.nanos() - start;
      bare.add(new Lap(half.size(), nanos / 1e9, Cpu.now().since(cpu)));
    }
  }

  private static void embed(EmbeddedEncoder encoder, List<String> texts) {
    var request = new EmbedRequest(texts, Urgency.BULK, OptionalInt.empty());
    if (encoder.embed(request) instanceof EmbedOutcome.Failed failed) {
      throw new IllegalStateException(failed.message());
    }
  }

  /// The embedding phase of a whole job.
  private Lap job(Tree tree, Path home) {
    try (var house = House.open(home)) {
      var id = house.index(tree.root());
      var before = house.await(id, job -> job.phase().equals("embedding")).counts().embedded();
      var cpu = Cpu.now();
      long start = clocks.nanos();
      var ended = house.await(id, _ -> false);
      long nanos = clocks.nanos() - start;
      if (ended.state() != JobState.COMPLETED) {
        throw new IllegalStateException(ended.state().word() + ": " + ended.reason());
      }
      long texts = ended.counts().embedded() - before;
      return new Lap(texts, nanos / 1e9, Cpu.now().since(cpu));
    }
  }

  private Report report(Tree tree, Lap job) {
    long texts = bare.stream().mapToLong(Lap::texts).sum();
    double seconds = bare.stream().mapToDouble(Lap::seconds).sum();
    double cpu = bare.stream().mapToDouble(lap -> lap.cpu().seconds()).sum();
    double alone = texts / seconds;
    double inJob = job.texts() / job.seconds();
    return new Report("indexing", options)
        .count("files", tree.files())
        .count("lines", tree.lines())
        .count("texts", texts)
        .figure("encoder alone, first half, texts/s", rate(bare.getFirst()))
        .figure("encoder alone, second half, texts/s", rate(bare.getLast()))
        .figure("encoder alone, texts/s", alone)
        .figure("encoder alone, CPU ms/text", 1000 * cpu / texts)
        .figure("index job, embedding phase, texts/s", inJob)
        .figure("index job, embedding phase, CPU ms/text", job.cpuMillis())
        .figure("index job, CPU ms/text beside the encoder", job.cpuMillisBesideEncoder())
        .figure("encoder alone, share of idle CPU", bare.getLast().idle())
        .figure("index job, embedding phase, share of idle CPU", job.idle())
        .bar(Bar.atLeast("rate of the job to that of the encoder", inJob / alone, 0.9));
  }

  private static double rate(Lap lap) {
    return lap.texts() / lap.seconds();
  }
}
