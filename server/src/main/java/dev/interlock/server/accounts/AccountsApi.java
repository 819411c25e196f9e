package dev.interlock.server.accounts;

import dev.interlock.core.error.ApiError;
import dev.interlock.core.error.ErrorType;
import dev.interlock.core.money.NanoUsd;
import dev.interlock.server.http.Answer;
import dev.interlock.server.http.Call;
import dev.interlock.server.http.Endpoint;
import dev.interlock.server.http.Endpoint.Access;
import dev.interlock.server.http.Json;
import dev.interlock.server.http.Rejected;
import dev.interlock.wire.relay.KeyPush;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The accounts over HTTP: what they are, and what a person decides (A14, A15).
///
/// Thread: any; blocks.
public final class AccountsApi {
  private static final String PATH = "/api/v1/accounts";
  private static final BigDecimal MOST_USD = BigDecimal.valueOf(1_000_000);

  private final AccountDesk desk;

  public AccountsApi(AccountDesk desk) {
    this.desk = desk;
  }

  /// All accounts.
  public record Accounts(List<AccountView> accounts) {}

  /// What enables an account.
  ///
  /// @param dailyUsd what may be spent on a day; empty leaves what holds
  public record Enable(Optional<BigDecimal> dailyUsd) {}

  /// Its endpoints.
  public List<Endpoint> endpoints() {
    return List.of(
        new Endpoint("GET", PATH, Access.OPEN, _ -> Answer.json(200, new Accounts(desk.views()))),
        new Endpoint("POST", PATH + "/{name}/key", Access.ADMIN, this::push),
        new Endpoint("POST", PATH + "/{name}/enable", Access.ADMIN, this::enable),
        new Endpoint("POST", PATH + "/{name}/disable", Access.ADMIN, this::disable));
  }

  /// The body holds a key: it is overwritten, whatever comes of it.
  private Answer push(Call call) {
    try {
      var name = known(call);
      if (!call.confidential()) {
        throw new Rejected(plain());
      }
      return switch (KeyPush.decode(call.body())) {
        case KeyPush.Parsed.Valid(var push) -> answer(name, desk.push(name, push));
        case KeyPush.Parsed.Wrong(var field, var message) ->
            throw new Rejected(
                ApiError.invalid(
                    "invalid_body",
                    field,
                    "%s %s".formatted(field.equals("body") ? "the body" : field, message),
                    "send {\"key\": \"...\"}, {\"models\": [\"...\"]} or both"));
      };
    } finally {
      Arrays.fill(call.body(), (byte) 0);
    }
  }

  private Answer enable(Call call) {
    var name = known(call);
    var wanted =
        call.body().length == 0
            ? new Enable(Optional.empty())
            : switch (Json.read(call.body(), Enable.class)) {
              case Json.Parsed.Valid<Enable>(var value) -> value;
              case Json.Parsed.Wrong<Enable>(var error) -> throw new Rejected(error);
            };
    var daily = wanted.dailyUsd().map(AccountsApi::daily);
    if (daily.isEmpty() && desk.daily(name).isEmpty()) {
      throw new Rejected(dailyNeeded("an account is enabled with what it may spend on a day"));
    }
    return answer(name, desk.enable(name, true, daily));
  }

  private static NanoUsd daily(BigDecimal usd) {
    return NanoUsd.of(usd)
        .filter(_ -> usd.compareTo(MOST_USD) <= 0)
        .orElseThrow(() -> new Rejected(dailyNeeded("dailyUsd is 0 to 1000000 dollars")));
  }

  private static ApiError dailyNeeded(String message) {
    return ApiError.invalid("invalid_body", "dailyUsd", message, "send {\"dailyUsd\": 20}");
  }

  private Answer disable(Call call) {
    var name = known(call);
    return answer(name, desk.enable(name, false, Optional.empty()));
  }

  private String known(Call call) {
    var name = call.part("name");
    if (!desk.has(name)) {
      throw new Rejected(
          ApiError.notFound(
              "no_such_account",
              "no account is named " + name,
              "there are: " + String.join(", ", desk.names())));
    }
    return name;
  }

  private Answer answer(String name, AccountDesk.Outcome outcome) {
    return switch (outcome) {
      case AccountDesk.Outcome.Done _ -> Answer.json(200, desk.view(name));
      case AccountDesk.Outcome.Unacknowledged _ ->
          Answer.of(
              new ApiError(
                  503,
                  ErrorType.UNAVAILABLE_ERROR,
                  "sidecar_silent",
                  "the sidecar has not acknowledged it",
                  Optional.empty(),
                  "see interlock accounts, and push again"));
      case AccountDesk.Outcome.Taken(var by) ->
          Answer.of(
              ApiError.conflict(
                  "key_in_use",
                  "account %s has this key, and a key has one budget".formatted(by),
                  "name account %s in the routes, or push another key".formatted(by)));
    };
  }

  private static ApiError plain() {
    return new ApiError(
        403,
        ErrorType.PERMISSION_ERROR,
        "plain_connection",
        "a key is not taken over an unencrypted connection from another machine",
        Optional.empty(),
        "push it on the server's own machine, or over TLS");
  }
}
