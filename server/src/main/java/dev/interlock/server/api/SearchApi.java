package dev.interlock.server.api;

import dev.interlock.server.http.Answer;
import dev.interlock.server.http.Call;
import dev.interlock.server.http.Endpoint;
import dev.interlock.server.http.Endpoint.Access;
import dev.interlock.server.http.Json;
import dev.interlock.server.search.SearchBody;
import dev.interlock.server.search.SearchService;
import java.util.List;

/// `POST /api/v1/search`.
final class SearchApi {
  private final SearchService service;

  SearchApi(SearchService service) {
    this.service = service;
  }

  List<Endpoint> endpoints() {
    return List.of(new Endpoint("POST", "/api/v1/search", Access.OPEN, this::search));
  }

  private Answer search(Call call) {
    return switch (Json.read(call.body(), SearchBody.class)) {
      case Json.Parsed.Wrong<SearchBody> wrong -> Answer.of(wrong.error());
      case Json.Parsed.Valid<SearchBody> valid ->
          Answer.json(200, service.search(valid.value().request()));
    };
  }
}
