package dev.interlock.bench;

import dev.interlock.core.table.Chunk;
import dev.interlock.core.table.PerTable;
import dev.interlock.core.table.TableName;
import dev.interlock.encoder.EmbeddedEncoder;
import dev.interlock.runtime.clock.SystemClocks;
import dev.interlock.runtime.gate.TextLimit;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.standard.StandardAnalyzer;

/// What it costs until a whole tree is searchable by its words: a job of a whole server up to the
/// moment when embedding begins, against bare Lucene over the very same chunks.
///
/// The job walks, reads, parses, counts tokens, keeps the manifest and commits after 1 s, after 2 s
/// more and so on, so that words are found while it reads. Judged are a first job and a first run
/// of Lucene in processes of their own, JIT compilers included: a tree is indexed once. Beside that
/// a second of each is shown, compilers left out. What the encoder's threads use meanwhile, for the
/// gate's canaries, counts on no side.
final class Words {
  private static final int LINES = 250_000;
  private static final int QUICK_LINES = 40_000;

  private final Options options;
  private final SystemClocks clocks = new SystemClocks();
  private final Disk.Scratch scratch;

  /// What a job took.
  private record Read(Cpu cpu, double seconds, long chunks, long commits) {}

  private Words(Options options, Disk.Scratch scratch) {
    this.options = options;
    this.scratch = scratch;
  }

  /// Runs the bench; ends with 1 if its bar is missed.
  static void main(String... args) {
    var options = Options.of(args);
    int code;
    try (var scratch = Disk.scratch()) {
      code = new Words(options, scratch).run();
    }
    System.exit(code);
  }

  private int run() {
    int lines = options.size(LINES, QUICK_LINES);
    var tree = Tree.copy(options.needTree(), new Tree.Part(0, lines), scratch.sub("tree"));
    if (tree.lines() < lines) {
      throw new IllegalArgumentException("the tree has only " + tree.lines() + " lines");
    }
    var cold = read(tree, "first-home");
    var warm = read(tree, "second-home");
    var before = Cpu.now();
    var chunks = cut(tree);
    var cut = Cpu.now().since(before);
    if (chunks.size() != cold.chunks() || chunks.size() != warm.chunks()) {
      throw new IllegalStateException(
          "%d chunks, the jobs cut %d and %d"
              .formatted(chunks.size(), cold.chunks(), warm.chunks()));
    }
    var standard = bare("standard", new StandardAnalyzer(), chunks);
    var own = bare("own", new OwnAnalyzer(), chunks);
    double first = cold.cpu().withCompiler();
    double bareFirst = Cold.seconds(chunks, scratch.sub("cold"));
    double again = warm.cpu().secondsWithoutEncoder();
    return new Report("words", options)
        .count("files", tree.files())
        .count("lines", tree.lines())
        .count("chunks", chunks.size())
        .count("commits of the job's tables (bare: 1)", cold.commits())
        .figure("first job until searchable, seconds", cold.seconds())
        .figure("first job, CPU s", first)
        .figure("first job, CPU s of the JIT in it", cold.cpu().compiler() / 1e9)
        .figure("bare Lucene in a new process, CPU s", bareFirst)
        .figure("warm job, CPU s without JIT", again)
        .figure("of it walking, reading, cutting (measured alone)", cut.seconds())
        .figure("warm bare Lucene, StandardAnalyzer, CPU s", standard.seconds())
        .figure("warm bare Lucene, our words, CPU s", own.seconds())
        .figure("warm, CPU to bare Lucene", again / standard.seconds())
        .figure("warm, CPU to bare Lucene with our words", again / own.seconds())
        .bar(Bar.atMost("CPU to bare Lucene, both from cold", first / bareFirst, 3))
        .end();
  }

  private List<Chunk> cut(Tree tree) {
    try (var encoder = EmbeddedEncoder.open(scratch.sub("unpacked"))) {
      var limit = new TextLimit(encoder.counter(), EmbeddedEncoder.route().maxTokens());
      return flat(Cut.of(tree, PerTable.of(_ -> limit)));
    }
  }

  private static List<Chunk> flat(PerTable<List<Chunk>> chunks) {
    var all = new ArrayList<Chunk>();
    chunks.values().forEach(all::addAll);
    return all;
  }

  /// A job of a new server up to its embedding.
  private Read read(Tree tree, String home) {
    var folder = scratch.sub(home);
    try (var house = House.open(folder)) {
      long commits = commits(folder);
      var before = Cpu.now();
      long start = clocks.nanos();
      var id = house.index(tree.root());
      var job = house.await(id, j -> j.phase().equals("embedding"));
      double seconds = (clocks.nanos() - start) / 1e9;
      var cpu = Cpu.now().since(before);
      commits = commits(folder) - commits;
      if (job.counts().expected() == 0) {
        throw new IllegalStateException(job.state().word() + ": " + job.reason());
      }
      return new Read(cpu, seconds, job.counts().expected(), commits);
    }
  }

  private static long commits(Path home) {
    long commits = 0;
    for (var table : TableName.values()) {
      commits += Disk.commits(home.resolve("tables").resolve(table.word()));
    }
    return commits;
  }

  /// Once for warming up, then once that counts.
  private Cpu bare(String name, Analyzer analyzer, List<Chunk> chunks) {
    try (analyzer) {
      var documents = BareWords.Doc.of(chunks);
      BareWords.index(documents, analyzer, scratch.sub(name + "-warm-up"));
      return BareWords.index(documents, analyzer, scratch.sub(name));
    }
  }
}
