package dev.interlock.server.search;

import dev.interlock.core.error.ApiError;
import dev.interlock.core.table.TableName;
import dev.interlock.index.table.Filter;
import dev.interlock.server.http.Rejected;
import java.text.Normalizer;
import java.util.List;
import java.util.Optional;

/// A search as a caller words it, not yet understood.
///
/// @param query what is looked for
/// @param mode `hybrid`, `vector` or `lexical`; hybrid where absent
/// @param project only this root
/// @param path only paths that this glob matches
/// @param language only this language
/// @param table only `code` or only `docs`
/// @param limit hits at the most, 1 to 100
public record SearchBody(
    Optional<String> query,
    Optional<String> mode,
    Optional<String> project,
    Optional<String> path,
    Optional<String> language,
    Optional<String> table,
    Optional<Integer> limit) {
  /// Hits where no limit is named.
  public static final int DEFAULT_LIMIT = 10;

  /// The highest limit.
  public static final int MOST_HITS = 100;

  /// Characters of the longest query.
  public static final int LONGEST_QUERY = 20_000;

  /// The search that is meant.
  ///
  /// @throws Rejected 400 if the words mean none; it names the field and what is allowed
  public SearchRequest request() {
    return new SearchRequest(
        understoodQuery(),
        mode.map(SearchBody::mode).orElse(SearchMode.HYBRID),
        table.map(SearchBody::table).orElse(List.of(TableName.values())),
        new Filter(project, path.map(p -> Normalizer.normalize(p, Normalizer.Form.NFC)), language),
        limit(limit.orElse(DEFAULT_LIMIT)));
  }

  private String understoodQuery() {
    var given = query.filter(q -> !q.isBlank());
    if (given.isEmpty()) {
      throw invalid("query", "query is missing or blank", "say what to look for");
    }
    if (given.get().length() > LONGEST_QUERY) {
      throw invalid(
          "query",
          "query has %d characters".formatted(given.get().length()),
          "allowed: up to " + LONGEST_QUERY);
    }
    return given.get();
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
