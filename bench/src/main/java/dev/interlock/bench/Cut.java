package dev.interlock.bench;

import dev.interlock.core.table.Chunk;
import dev.interlock.core.table.PerTable;
import dev.interlock.core.table.TableName;
import dev.interlock.index.chunk.Chunker;
import dev.interlock.index.chunk.Languages;
import dev.interlock.index.chunk.SourceText;
import dev.interlock.runtime.clock.SystemClocks;
import dev.interlock.runtime.gate.TextLimit;
import dev.interlock.server.ingest.ReadOutcome;
import dev.interlock.server.ingest.SourceReader;
import dev.interlock.server.ingest.Walk;
import dev.interlock.server.ingest.WalkRules;
import dev.interlock.server.ingest.Walked;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/// What the product cuts a tree into, by its own walk, reader and chunker.
final class Cut {
  private Cut() {}

  /// All chunks of a tree, in the order of its files.
  static PerTable<List<Chunk>> of(Tree tree, PerTable<TextLimit> limits) {
    var clocks = new SystemClocks();
    var reader = new SourceReader(WalkRules.DEFAULTS);
    var chunks = PerTable.<List<Chunk>>of(_ -> new ArrayList<>());
    var chunkers =
        PerTable.of(t -> new Chunker(limits.get(t).counter(), limits.get(t).maxTokens(), clocks));
    new Walk(WalkRules.DEFAULTS)
        .walk(
            tree.root(),
            met -> {
              if (met instanceof Walked.Found found
                  && reader.read(found) instanceof ReadOutcome.Text text) {
                var language = Languages.of(found.path());
                var table = Languages.table(language);
                var source =
                    new SourceText(
                        tree.root().getFileName().toString(), found.path(), language, text.text());
                chunks.get(table).addAll(chunkers.get(table).chunk(source).chunks());
              }
            });
    chunkers.values().forEach(Chunker::close);
    return chunks;
  }

  /// How many there are.
  static long count(PerTable<List<Chunk>> chunks) {
    return chunks.values().stream().mapToLong(List::size).sum();
  }

  /// The texts that a job would embed: each once for a table.
  static List<String> texts(PerTable<List<Chunk>> chunks) {
    var texts = new ArrayList<String>();
    for (var table : TableName.values()) {
      var byHash = new LinkedHashMap<String, String>();
      chunks.get(table).forEach(c -> byHash.putIfAbsent(c.hash(), c.vectorText()));
      texts.addAll(byHash.values());
    }
    return texts;
  }
}
