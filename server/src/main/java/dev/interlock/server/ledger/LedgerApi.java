package dev.interlock.server.ledger;

import dev.interlock.core.error.ApiError;
import dev.interlock.core.time.WallClock;
import dev.interlock.runtime.store.Inquiry;
import dev.interlock.runtime.store.LedgerStore;
import dev.interlock.server.http.Answer;
import dev.interlock.server.http.Call;
import dev.interlock.server.http.Endpoint;
import dev.interlock.server.http.Endpoint.Access;
import dev.interlock.server.http.Rejected;
import java.util.List;

/// `/api/v1/ledger`. Reading is open to whoever is on this machine.
public final class LedgerApi {
  private final LedgerStore ledger;
  private final WallClock wall;

  public LedgerApi(LedgerStore ledger, WallClock wall) {
    this.ledger = ledger;
    this.wall = wall;
  }

  /// The endpoints.
  public List<Endpoint> endpoints() {
    return List.of(
        new Endpoint("GET", "/api/v1/ledger", Access.OPEN, this::list),
        new Endpoint("GET", "/api/v1/ledger/{id}", Access.OPEN, this::one),
        new Endpoint(
            "GET",
            "/api/v1/ledger/tail",
            Access.OPEN,
            Endpoint.Trace.UNRECORDED,
            (Endpoint.Streaming) (_, stream) -> new Tail(ledger, stream).run()));
  }

  /// @param attempts newest first
  /// @param dropped rows that this process dropped, since the disk could not keep up
  /// @param lost requests of crashed processes that have no row
  /// @param lostOrUnused ids of crashed processes that were lost as well, or never used
  /// @param unreserved times that ids were given out before their block was durable
  record LedgerView(
      List<AttemptView> attempts, long dropped, long lost, long lostOrUnused, long unreserved) {}

  /// @param state `recorded`, `open`, `noAttempt`, `lost` or `lostOrUnused`
  /// @param reason why there is no attempt, empty where there is one
  /// @param attempts in order
  record RequestView(String requestId, String state, String reason, List<AttemptView> attempts) {}

  private Answer list(Call call) {
    var filter = new LedgerQuery(call.query(), wall.now()).filter();
    var attempts = ledger.newest(filter).stream().map(AttemptView::of).toList();
    var gaps = ledger.gaps();
    return Answer.json(
        200,
        new LedgerView(
            attempts, gaps.dropped(), gaps.lost(), gaps.lostOrUnused(), gaps.unreserved()));
  }

  private Answer one(Call call) {
    var id = call.part("id");
    return switch (ledger.request(id)) {
      case Inquiry.Recorded recorded ->
          Answer.json(
              200,
              new RequestView(
                  id, "recorded", "", recorded.attempts().stream().map(AttemptView::of).toList()));
      case Inquiry.WithoutRow without ->
          Answer.json(
              200, new RequestView(id, without.fate().word(), reason(without.fate()), List.of()));
      case Inquiry.Unknown _ ->
          throw new Rejected(
              ApiError.notFound(
                  "request_not_found",
                  "the ledger has no request " + id,
                  "give the id of an answer's header x-interlock-request-id; old rows are"
                      + " removed"));
    };
  }

  private static String reason(Inquiry.Fate fate) {
    return switch (fate) {
      case OPEN -> "no attempt of this request has ended: it is under way, or was refused before";
      case NO_ATTEMPT -> "no attempt was made for this request, or its rows are gone";
      case LOST -> "the process crashed; if an attempt was made, its row is lost";
      case LOST_OR_UNUSED -> "the process crashed; this id was lost with it or never given out";
    };
  }
}
