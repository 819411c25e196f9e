package dev.interlock.server.api;

import dev.interlock.runtime.egress.Clerk;
import dev.interlock.server.http.Answer;
import dev.interlock.server.http.Call;
import dev.interlock.server.http.Endpoint;
import dev.interlock.server.http.Json;
import dev.interlock.server.ledger.Askers;
import dev.interlock.server.search.SearchBody;
import dev.interlock.server.search.SearchService;
import java.util.List;

/// `POST /api/v1/search`.
final class SearchApi {
  private final SearchService service;
  private final Clerk clerk;

  SearchApi(SearchService service, Clerk clerk) {
    this.service = service;
    this.clerk = clerk;
  }

  List<Endpoint> endpoints() {
    return List.of(Endpoint.recorded("POST", "/api/v1/search", (Endpoint.Handler) this::search));
  }

  private Answer search(Call call) {
    return switch (Json.read(call.body(), SearchBody.class)) {
      case Json.Parsed.Wrong<SearchBody> wrong -> Answer.of(wrong.error());
      case Json.Parsed.Valid<SearchBody> valid -> search(call, valid.value());
    };
  }

  private Answer search(Call call, SearchBody body) {
    var request = body.request();
    var errand = Askers.searching(call, body.project());
    return Answer.json(200, service.search(request, clerk.trail(errand, request.mode().word())));
  }
}
