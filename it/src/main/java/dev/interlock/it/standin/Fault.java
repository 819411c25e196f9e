package dev.interlock.it.standin;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// Something that goes wrong with a call.
///
/// @param path what a call's path must end with; empty for all
/// @param provider its slug, where only one is struck
/// @param pieces how many pieces of an answer come before it
/// @param delay how long something takes, for [Kind#SLOW]
record Fault(Kind kind, String path, String provider, int pieces, Duration delay) {
  /// What it is; the word in `kind` is the same in lower case.
  enum Kind {
    /// 401 whose text quotes the key.
    UNAUTHORIZED,
    /// 500, masked.
    SERVER,
    /// 502.
    BROKEN,
    /// 503.
    UNAVAILABLE,
    /// 429 of the provider's own.
    THROTTLED,
    /// 404 of an endpoint that was taken down.
    GONE,
    /// 503 of an edge, in HTML.
    HTML,
    /// The connection is closed before a head.
    RESET,
    /// Nothing ever comes.
    SILENCE,
    /// It takes longer.
    SLOW,
    /// The connection is closed in the middle.
    CUT,
    /// It stops in the middle, and the connection stays.
    STALL,
    /// An error inside a 200, in the middle of a stream or instead of an answer.
    ERROR_IN_200,
    /// A 200 with nothing in it.
    EMPTY,
    /// The answer says that another provider served.
    OTHER_PROVIDER,
    /// The answer says that another model served.
    OTHER_MODEL;

    String word() {
      return Words.lower(name());
    }
  }

  static Optional<Fault> of(JsonNode body) {
    return Arrays.stream(Kind.values())
        .filter(kind -> kind.word().equals(body.path("kind").asString("")))
        .findFirst()
        .map(
            kind ->
                new Fault(
                    kind,
                    body.path("path").asString(""),
                    body.path("provider").asString(""),
                    body.path("pieces").asInt(2),
                    Duration.ofMillis((long) (body.path("seconds").asDouble(20) * 1_000))));
  }

  /// Its kind's word.
  String word() {
    return kind.word();
  }

  /// Whether it takes the place of an answer, which then is never made or billed.
  boolean instead() {
    return switch (kind) {
      case UNAUTHORIZED, SERVER, BROKEN, UNAVAILABLE, THROTTLED, GONE, HTML, RESET, SILENCE -> true;
      case SLOW, CUT, STALL, ERROR_IN_200, EMPTY, OTHER_PROVIDER, OTHER_MODEL -> false;
    };
  }

  /// What comes instead of an answer.
  ///
  /// @param who the provider that is struck
  /// @param key the caller's
  List<Act> acts(String who, String key) {
    return switch (kind) {
      case UNAUTHORIZED ->
          Refusal.of(401, "authentication", "Incorrect API key provided: " + key).acts();
      case SERVER -> Refusal.of(500, "server", "Internal Server Error").acts();
      case BROKEN -> byProvider(502, "provider_unavailable", "Provider returned error", who);
      case UNAVAILABLE -> byProvider(503, "provider_overloaded", "Provider overloaded", who);
      case THROTTLED -> byProvider(429, "rate_limit_exceeded", "Provider returned error", who);
      case GONE -> Refusal.of(404, "not_found", "No endpoints found.").acts();
      case HTML -> html();
      case RESET -> List.of(new Act.Cut());
      case SILENCE -> List.of(new Act.Silence());
      case SLOW, CUT, STALL, ERROR_IN_200, EMPTY, OTHER_PROVIDER, OTHER_MODEL -> List.of();
    };
  }

  private static List<Act> byProvider(int status, String type, String message, String who) {
    return Refusal.of(status, type, message)
        .withMetadata(Json.of("provider_name", who, "raw", "upstream error"))
        .acts();
  }

  private static List<Act> html() {
    var page = "<html><head><title>503</title></head><body>Attention required</body></html>";
    return List.of(
        new Act.Whole(
            503, Map.of("content-type", "text/html"), page.getBytes(StandardCharsets.UTF_8)));
  }

  /// An answer with it.
  List<Act> in(List<Act> answer) {
    return switch (kind) {
      case SLOW -> slow(answer);
      case CUT -> broken(answer, new Act.Cut());
      case STALL -> broken(answer, new Act.Silence());
      case ERROR_IN_200 -> error(answer);
      case UNAUTHORIZED,
          SERVER,
          BROKEN,
          UNAVAILABLE,
          THROTTLED,
          GONE,
          HTML,
          RESET,
          SILENCE,
          EMPTY,
          OTHER_PROVIDER,
          OTHER_MODEL ->
          answer;
    };
  }

  private List<Act> slow(List<Act> answer) {
    var acts = new ArrayList<Act>(answer);
    acts.addFirst(new Act.Wait(delay));
    return acts;
  }

  /// The first pieces, or two thirds of what is whole, and then an end that is none.
  private List<Act> broken(List<Act> answer, Act end) {
    var acts = new ArrayList<Act>();
    int left = pieces;
    for (var act : answer) {
      if (act instanceof Act.Whole whole) {
        acts.add(new Act.Head(whole.status(), withLength(whole)));
        acts.add(new Act.Piece(Arrays.copyOf(whole.body(), whole.body().length * 2 / 3)));
        break;
      }
      if (act instanceof Act.End || (act instanceof Act.Piece && left-- == 0)) {
        break;
      }
      acts.add(act);
    }
    acts.add(end);
    return acts;
  }

  private static Map<String, String> withLength(Act.Whole whole) {
    var headers = new HashMap<>(whole.headers());
    headers.put("content-length", Integer.toString(whole.body().length));
    return headers;
  }

  private List<Act> error(List<Act> answer) {
    var refusal =
        Refusal.of(502, "provider_unavailable", "Provider disconnected")
            .withMetadata(Json.of("provider_code", "upstream_eof"));
    var acts = new ArrayList<Act>();
    int left = pieces;
    for (var act : answer) {
      if (act instanceof Act.Whole whole) {
        acts.add(
            new Act.Whole(200, whole.headers(), Json.bytes(Json.of("error", refusal.error()))));
        return acts;
      }
      if (act instanceof Act.End || (act instanceof Act.Piece && left-- == 0)) {
        break;
      }
      acts.add(act);
    }
    var choice = Json.of("index", 0, "delta", Json.of("content", ""), "finish_reason", "error");
    var chunk = Json.of("error", refusal.error(), "choices", List.of(choice));
    acts.add(new Act.End(Events.data(chunk)));
    return acts;
  }
}
