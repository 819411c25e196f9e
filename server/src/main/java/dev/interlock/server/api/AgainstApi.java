package dev.interlock.server.api;

import dev.interlock.core.error.ApiError;
import dev.interlock.core.error.ErrorType;
import dev.interlock.core.ledger.AttemptKind;
import dev.interlock.core.ledger.Errand;
import dev.interlock.core.role.Role;
import dev.interlock.core.route.Dialect;
import dev.interlock.core.route.Placement;
import dev.interlock.core.table.TableName;
import dev.interlock.runtime.egress.Clerk;
import dev.interlock.runtime.gate.Stranger;
import dev.interlock.runtime.gate.Trial;
import dev.interlock.runtime.gate.Tried;
import dev.interlock.runtime.upstream.BaseUrl;
import dev.interlock.server.gate.TrialView;
import dev.interlock.server.http.Answer;
import dev.interlock.server.http.Call;
import dev.interlock.server.http.Endpoint;
import dev.interlock.server.http.Endpoint.Access;
import dev.interlock.server.http.Endpoint.Trace;
import dev.interlock.server.http.Json;
import dev.interlock.server.http.Rejected;
import dev.interlock.server.ledger.Askers;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// `/api/v1/gate/against`: whether a server may share a table.
///
/// It sends probes to an address of the caller's choice, so it needs the admin token, and an
/// address of the open network must be said to be one.
final class AgainstApi {
  private final Trial trial;
  private final Clerk clerk;

  AgainstApi(Trial trial, Clerk clerk) {
    this.trial = trial;
    this.clerk = clerk;
  }

  List<Endpoint> endpoints() {
    return List.of(
        new Endpoint(
            "POST",
            "/api/v1/gate/against",
            Access.ADMIN,
            Trace.RECORDED,
            (Endpoint.Handler) this::against));
  }

  /// @param table `code`, `docs` or their role
  /// @param url the server's base
  /// @param model what to ask for; where absent the only model that the server offers
  /// @param cloud whether the address may stand outside the network
  record Body(
      Optional<String> table,
      Optional<String> url,
      Optional<String> model,
      Optional<String> dialect,
      Optional<Boolean> cloud) {}

  private Answer against(Call call) {
    var stranger =
        switch (Json.read(call.body(), Body.class)) {
          case Json.Parsed.Valid<Body> valid -> stranger(valid.value());
          case Json.Parsed.Wrong<Body> wrong -> throw new Rejected(wrong.error());
        };
    var asker = Askers.of(call, Optional.of(stranger.table().role().word()));
    var errand = new Errand(call.request(), AttemptKind.PROBE, asker);
    return switch (trial.run(stranger, clerk.trail(errand, "trial"))) {
      case Tried.Judged judged -> Answer.json(200, TrialView.of(stranger, judged));
      case Tried.Failed failed -> Answer.json(200, TrialView.of(stranger, failed));
      case Tried.Undecided undecided -> Answer.of(undecided(undecided));
      case Tried.Unborn _ -> Answer.of(unborn(stranger.table()));
      case Tried.Blocked blocked ->
          Answer.of(ApiError.unavailable("table_does_not_open", blocked.reason(), ""));
      case Tried.Busy _ -> Answer.of(busy());
    };
  }

  private static Stranger stranger(Body body) {
    var url = url(required(body.url(), "url"));
    boolean cloud = body.cloud().orElse(false);
    if (BaseUrl.looksPublic(url) && !cloud) {
      throw new Rejected(
          ApiError.invalid(
              "address_outside",
              "url",
              "%s looks like an address outside your network".formatted(url.getHost()),
              "say --cloud (\"cloud\": true) if the probes may go there; nothing else is sent"));
    }
    return new Stranger(
        table(required(body.table(), "table")),
        url,
        body.model().filter(model -> !model.isBlank()),
        dialect(body.dialect().orElse(Dialect.OPENAI.word())),
        cloud ? Placement.CLOUD : Placement.LOCAL);
  }

  private static String required(Optional<String> value, String param) {
    return value
        .filter(v -> !v.isBlank())
        .orElseThrow(() -> invalid(param, param + " is missing", "give it as a string"));
  }

  private static TableName table(String word) {
    return TableName.of(word)
        .or(() -> Role.of(word).flatMap(TableName::of))
        .orElseThrow(
            () ->
                invalid(
                    "table",
                    "%s is no table".formatted(word),
                    "allowed: "
                        + String.join(
                            ", ",
                            Arrays.stream(TableName.values())
                                .flatMap(t -> Stream.of(t.word(), t.role().word()))
                                .toList())));
  }

  private static URI url(String text) {
    return switch (BaseUrl.read(text)) {
      case BaseUrl.Usable usable -> usable.url();
      case BaseUrl.Wrong wrong ->
          throw invalid(
              "url",
              "the URL " + wrong.message(),
              "allowed: " + String.join(", ", BaseUrl.ALLOWED));
    };
  }

  private static Dialect dialect(String word) {
    return Dialect.of(word)
        .orElseThrow(
            () ->
                invalid(
                    "dialect",
                    "%s is not a dialect".formatted(word),
                    "allowed: " + String.join(", ", Dialect.words())));
  }

  private static Rejected invalid(String param, String message, String hint) {
    return new Rejected(ApiError.invalid("invalid_value", param, message, hint));
  }

  private static ApiError undecided(Tried.Undecided undecided) {
    var names = undecided.names();
    if (names.isEmpty()) {
      var why = undecided.reason().isEmpty() ? "the server lists no model" : undecided.reason();
      return ApiError.invalid(
          "model_missing", "model", "no model is named, and " + why, "name one with --model");
    }
    return ApiError.invalid(
        "model_missing",
        "model",
        "no model is named, and the server offers %d".formatted(names.size()),
        "name one with --model: " + String.join(", ", names.stream().limit(20).toList()));
  }

  private static ApiError unborn(TableName table) {
    return ApiError.conflict(
        "table_not_born",
        "table %s has no anchors yet: nothing has built it".formatted(table.word()),
        "its builder is the first local route of %s; see `interlock gate` for what it waits for"
            .formatted(table.role().word()));
  }

  private static ApiError busy() {
    return new ApiError(
        429,
        ErrorType.RATE_LIMIT_ERROR,
        "too_many_trials",
        "other servers are being tried right now",
        Optional.empty(),
        "try again in a few seconds");
  }
}
