package dev.interlock.server.api;

import dev.interlock.core.error.ApiError;
import dev.interlock.core.ledger.Asker;
import dev.interlock.core.ledger.AttemptKind;
import dev.interlock.core.ledger.Errand;
import dev.interlock.core.table.TableName;
import dev.interlock.index.table.Filter;
import dev.interlock.runtime.egress.Clerk;
import dev.interlock.server.http.Answer;
import dev.interlock.server.http.Call;
import dev.interlock.server.http.Endpoint;
import dev.interlock.server.http.Json;
import dev.interlock.server.http.Rejected;
import dev.interlock.server.ledger.Askers;
import dev.interlock.server.search.SearchMode;
import dev.interlock.server.search.SearchRequest;
import dev.interlock.server.search.SearchService;
import java.text.Normalizer;
import java.util.List;
import java.util.Optional;

/// `POST /api/v1/search`.
final class SearchApi {
  private static final int DEFAULT_LIMIT = 10;
  private static final int MOST_HITS = 100;
  private static final int LONGEST_QUERY = 20_000;

  private final SearchService service;
  private final Clerk clerk;

  SearchApi(SearchService service, Clerk clerk) {
    this.service = service;
    this.clerk = clerk;
  }

  List<Endpoint> endpoints() {
    return List.of(Endpoint.recorded("POST", "/api/v1/search", (Endpoint.Handler) this::search));
  }

  /// @param query what is looked for
  /// @param mode `hybrid`, `vector` or `lexical`; hybrid where absent
  /// @param project only this root
  /// @param path only paths that this glob matches
  /// @param language only this language
  /// @param table only `code` or only `docs`
  /// @param limit hits at the most, 1 to 100
  record Body(
      Optional<String> query,
      Optional<String> mode,
      Optional<String> project,
      Optional<String> path,
      Optional<String> language,
      Optional<String> table,
      Optional<Integer> limit) {}

  private Answer search(Call call) {
    return switch (Json.read(call.body(), Body.class)) {
      case Json.Parsed.Wrong<Body> wrong -> Answer.of(wrong.error());
      case Json.Parsed.Valid<Body> valid -> search(call, valid.value());
    };
  }

  private Answer search(Call call, Body body) {
    var request = request(body);
    var named = Askers.of(call, Optional.empty());
    var asker = new Asker(named.caller(), named.project().or(body::project), named.purpose());
    var errand = new Errand(call.request(), AttemptKind.SEARCH, asker);
    return Answer.json(200, service.search(request, clerk.trail(errand, request.mode().word())));
  }

  private static SearchRequest request(Body body) {
    return new SearchRequest(
        query(body),
        body.mode().map(SearchApi::mode).orElse(SearchMode.HYBRID),
        body.table().map(SearchApi::table).orElse(List.of(TableName.values())),
        new Filter(
            body.project(),
            body.path().map(p -> Normalizer.normalize(p, Normalizer.Form.NFC)),
            body.language()),
        limit(body.limit().orElse(DEFAULT_LIMIT)));
  }

  private static String query(Body body) {
    var query = body.query().filter(q -> !q.isBlank());
    if (query.isEmpty()) {
      throw invalid("query", "query is missing or blank", "say what to look for");
    }
    if (query.get().length() > LONGEST_QUERY) {
      throw invalid(
          "query",
          "query has %d characters".formatted(query.get().length()),
          "allowed: up to " + LONGEST_QUERY);
    }
    return query.get();
  }

  private static SearchMode mode(String word) {
    return SearchMode.of(word)
        .orElseThrow(
            () ->
                invalid(
                    "mode",
                    "no mode is called '%s'".formatted(word),
                    "allowed: hybrid, vector, lexical"));
  }

  private static List<TableName> table(String word) {
    return List.of(
        TableName.of(word)
            .orElseThrow(
                () ->
                    invalid(
                        "table",
                        "no table is called '%s'".formatted(word),
                        "allowed: code, docs")));
  }

  private static int limit(int limit) {
    if (limit < 1 || limit > MOST_HITS) {
      throw invalid("limit", "limit is " + limit, "allowed: 1 to " + MOST_HITS);
    }
    return limit;
  }

  private static Rejected invalid(String param, String message, String hint) {
    return new Rejected(ApiError.invalid("invalid_value", param, message, hint));
  }
}
