package dev.interlock.server.search;

import dev.interlock.core.table.Chunk;
import dev.interlock.core.table.TableName;
import dev.interlock.index.chunk.Languages;
import dev.interlock.index.search.Fused;
import dev.interlock.index.search.Fusion;
import dev.interlock.index.search.Part;
import dev.interlock.index.search.Ranked;
import dev.interlock.index.search.Snippet;
import dev.interlock.index.search.Weights;
import dev.interlock.index.table.Hit;
import dev.interlock.index.table.TableCounts;
import dev.interlock.runtime.egress.Trail;
import dev.interlock.runtime.gate.Reference;
import dev.interlock.server.search.SearchAnswer.FoundChunk;
import dev.interlock.server.search.SearchAnswer.Parts;
import dev.interlock.server.search.SearchAnswer.SnippetView;
import dev.interlock.server.search.SearchAnswer.SpaceUsed;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// What one search has found so far. Confined to the search's thread.
final class Found {
  private final SearchRequest request;
  private final Trail trail;
  private final Watch watch;
  private final List<Ranked> lists = new ArrayList<>();
  private final List<SpaceUsed> spaces = new ArrayList<>();
  private long stored;
  private long outstanding;
  private boolean jobRuns;

  private int steps;

  Found(SearchRequest request, Trail trail, Watch watch) {
    this.request = request;
    this.trail = trail;
    this.watch = watch;
  }

  Trail trail() {
    return trail;
  }

  /// Tells the watcher what comes next.
  ///
  /// @throws GivenUp if it gave the search up
  void step(String doing) {
    if (watch.givenUp().isDone()) {
      throw new GivenUp();
    }
    watch.step(++steps, doing);
  }

  /// Waits for what the search needs, or for the watcher to give it up.
  ///
  /// @throws GivenUp if it gave the search up
  void await(CompletableFuture<Void> needed) {
    CompletableFuture.anyOf(needed, watch.givenUp()).join();
    if (watch.givenUp().isDone()) {
      throw new GivenUp();
    }
  }

  SearchRequest request() {
    return request;
  }

  void counted(TableCounts counts, Optional<Long> stillToCome) {
    stored += counts.stored();
    jobRuns |= stillToCome.isPresent();
    outstanding = Math.max(outstanding, stillToCome.orElse(0L));
  }

  void lexical(List<Hit> hits) {
    lists.add(Ranked.lexical(hits));
  }

  void vector(String space, List<Hit> hits) {
    lists.add(Ranked.vector(space, hits));
  }

  void answered(TableName table, String space, String route, Reference reference) {
    var coverage = reference.coverage().word();
    spaces.add(new SpaceUsed(table.word(), space, route, reference.route(), coverage));
  }

  /// Nothing to search by vector and nothing on its way, though vectors were asked for.
  boolean nothingBuilt() {
    return request.mode() != SearchMode.LEXICAL && stored == 0 && !jobRuns;
  }

  SearchAnswer answer(Staleness staleness) {
    var files = new HashMap<List<String>, Boolean>();
    return new SearchAnswer(
        request.query(),
        Fusion.fuse(lists, Weights.of(request.query()), request.limit()).stream()
            .map(fused -> view(fused, stale(fused.chunk(), staleness, files)))
            .toList(),
        spaces,
        jobRuns,
        stored,
        stored + outstanding,
        request.mode().word());
  }

  /// Asked once for each file.
  private static boolean stale(Chunk chunk, Staleness staleness, Map<List<String>, Boolean> files) {
    return files.computeIfAbsent(
        List.of(chunk.project(), chunk.path()),
        _ -> staleness.stale(chunk.project(), chunk.path()));
  }

  private FoundChunk view(Fused fused, boolean stale) {
    var chunk = fused.chunk();
    var snippet = Snippet.of(chunk, request.query());
    return new FoundChunk(
        chunk.project(),
        chunk.path(),
        chunk.startLine(),
        chunk.endLine(),
        chunk.language(),
        Languages.table(chunk.language()).word(),
        chunk.names(),
        new SnippetView(snippet.startLine(), snippet.text()),
        fused.score(),
        new Parts(part(fused.vector()), part(fused.lexical())),
        stale,
        fused.vector().map(Part::space));
  }

  private static Optional<SearchAnswer.Part> part(Optional<Part> part) {
    return part.map(p -> new SearchAnswer.Part(p.rank(), p.score()));
  }
}
