package dev.interlock.server.search;

import dev.interlock.core.embed.TextOutcome;
import dev.interlock.core.embed.Urgency;
import dev.interlock.core.error.ApiError;
import dev.interlock.core.gate.Admission;
import dev.interlock.core.ledger.Ending;
import dev.interlock.core.table.TableName;
import dev.interlock.index.table.Table;
import dev.interlock.index.table.Tables;
import dev.interlock.runtime.egress.DoorOutcome;
import dev.interlock.runtime.egress.EmbeddingDoor;
import dev.interlock.runtime.egress.Texts;
import dev.interlock.runtime.egress.Trail;
import dev.interlock.runtime.gate.Gatekeeper;
import dev.interlock.server.gate.Closed;
import dev.interlock.server.http.Refused;
import dev.interlock.server.http.Rejected;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Answers searches. The query is embedded once for each space, through the door and so by an
/// admitted route only; the lists are fused by rank, never by score (A3, A18, design §4 Index).
///
/// Thread: any; blocks.
public final class SearchService {
  /// Hits that each list brings to the fusion, for each hit that is asked for.
  private static final int DEPTH = 5;

  private static final int LEAST_DEPTH = 50;

  private final Tables tables;
  private final Gatekeeper gatekeeper;
  private final EmbeddingDoor door;
  private final Surroundings around;

  /// What running jobs have yet to do.
  public interface Progress {
    /// Rows that running jobs expect in a table and that have no vector yet; empty if no job runs
    /// there.
    Optional<Long> outstanding(TableName table);
  }

  /// What a search is told of besides the tables.
  ///
  /// @param closed tells why nothing may serve
  public record Surroundings(Progress progress, Staleness staleness, Closed closed) {}

  public SearchService(
      Tables tables, Gatekeeper gatekeeper, EmbeddingDoor door, Surroundings around) {
    this.tables = tables;
    this.gatekeeper = gatekeeper;
    this.door = door;
    this.around = around;
  }

  /// Runs a search. Each try to embed its query is a row of the ledger; a search that tries none
  /// has one row without a route.
  ///
  /// @param trail the trail of the search's request
  /// @throws Rejected if nothing is built, or no route may embed the query
  public SearchAnswer search(SearchRequest request, Trail trail) {
    return search(request, trail, Watch.NONE);
  }

  /// Runs a search that somebody watches.
  ///
  /// @throws Rejected if nothing is built, or no route may embed the query
  /// @throws GivenUp if the watcher gave it up
  public SearchAnswer search(SearchRequest request, Trail trail, Watch watch) {
    try {
      var answer = answer(new Found(request, trail, watch));
      if (trail.attempts() == 0) {
        trail.withoutRoute(Ending.ANSWERED, "");
      }
      return answer;
    } catch (Rejected e) {
      if (trail.attempts() == 0) {
        trail.withoutRoute(Ending.NOT_SENT, e.error().message());
      }
      throw e;
    } catch (GivenUp e) {
      if (trail.attempts() == 0) {
        trail.withoutRoute(Ending.CANCELLED, "given up by the caller before it was sent");
      }
      throw e;
    }
  }

  private SearchAnswer answer(Found found) {
    var request = found.request();
    for (var name : request.tables()) {
      found.step("searching table " + name.word());
      search(found, name);
    }
    if (found.nothingBuilt()) {
      throw new Rejected(notBuilt());
    }
    found.step("ranking");
    return found.answer(around.staleness());
  }

  private void search(Found found, TableName name) {
    var request = found.request();
    var table = tables.table(name);
    var counts = table.counts();
    var outstanding = around.progress().outstanding(name);
    found.counted(counts, outstanding);
    if (request.mode() != SearchMode.VECTOR) {
      found.lexical(table.lexical(request.query(), request.filter(), depth(request)));
    }
    if (request.mode() != SearchMode.LEXICAL && counts.stored() > 0) {
      byVector(found, name, table);
    }
  }

  private static int depth(SearchRequest request) {
    return Math.min(Table.MAX_HITS, Math.max(LEAST_DEPTH, DEPTH * request.limit()));
  }

  private void byVector(Found found, TableName name, Table table) {
    var request = found.request();
    var space = gatekeeper.space(name);
    var unit = embedQuery(found, name, table);
    if (space.isEmpty() || unit.length != space.get().dimension()) {
      throw new Rejected(around.closed().why(name, table.counts().stored()));
    }
    found.vector(space.get().label(), table.vector(unit, request.filter(), depth(request)));
  }

  /// The query's vector by the first admitted route that answers.
  private float[] embedQuery(Found found, TableName name, Table table) {
    if (gatekeeper.admitted(name).isEmpty()) {
      found.step("waiting for a route to %s".formatted(name.role().word()));
      found.await(gatekeeper.ensure(name));
    }
    var admissions = gatekeeper.admitted(name);
    var text = gatekeeper.space(name).map(s -> s.recipe().query(found.request().query()));
    if (admissions.isEmpty() || text.isEmpty()) {
      throw new Rejected(around.closed().why(name, table.counts().stored()));
    }
    var failures = new ArrayList<Refused>();
    for (var admission : admissions) {
      found.step("asking route " + admission.route());
      var texts =
          new Texts(
              List.of(text.get()),
              Urgency.INTERACTIVE,
              found.trail().toward(name.role()),
              gatekeeper.decision(admission));
      var unit = embed(admission, texts, failures);
      if (unit.isPresent()) {
        var space = gatekeeper.space(name).orElseThrow().label();
        found.answered(name, space, admission.route(), gatekeeper.reference(name));
        return unit.get();
      }
    }
    throw new Rejected(failures.getLast());
  }

  private Optional<float[]> embed(Admission admission, Texts texts, List<Refused> failures) {
    switch (door.embed(admission, texts)) {
      case DoorOutcome.Withdrawn withdrawn ->
          failures.add(new Refused(ApiError.unavailable("no_route", withdrawn.reason(), "")));
      case DoorOutcome.TooLong tooLong ->
          throw new Rejected(UpstreamErrors.of(admission.route(), tooLong.failure(), "query"));
      case DoorOutcome.Carried carried -> {
        switch (carried.texts().getFirst()) {
          case TextOutcome.Embedded embedded -> {
            return Optional.of(embedded.unit());
          }
          case TextOutcome.Failed failed -> {
            var error = UpstreamErrors.of(admission.route(), failed, "query");
            if (failed.fault().ofTheText()) {
              throw new Rejected(error);
            }
            failures.add(error);
          }
        }
      }
    }
    return Optional.empty();
  }

  private static ApiError notBuilt() {
    return ApiError.conflict(
        "index_not_built",
        "nothing is indexed here yet, so nothing can be searched by vector",
        "run `interlock index DIR`, or ask for mode lexical");
  }
}
