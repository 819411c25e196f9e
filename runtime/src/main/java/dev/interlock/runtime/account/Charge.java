package dev.interlock.runtime.account;

import dev.interlock.core.money.NanoUsd;
import dev.interlock.core.money.Scope;
import java.util.Optional;
import java.util.Set;

/// One call that will cost money.
///
/// @param id the call's own, once and for all
/// @param account who is paid from
/// @param project who is charged besides, where one is named
/// @param model as the account's provider calls it
/// @param worst the most that it can cost
public record Charge(
    String id, String account, Optional<String> project, String model, NanoUsd worst) {

  /// The id of a request's attempt.
  public static String id(String request, int attempt) {
    return request + "." + attempt;
  }

  /// Whose money it is.
  Set<Scope> scopes() {
    return project
        .map(name -> Set.of(Scope.account(account), Scope.project(name)))
        .orElseGet(() -> Set.of(Scope.account(account)));
  }
}
