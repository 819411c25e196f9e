package dev.interlock.server.ledger;

import dev.interlock.core.error.ApiError;
import dev.interlock.core.ledger.Asker;
import dev.interlock.core.ledger.AttemptKind;
import dev.interlock.core.ledger.Errand;
import dev.interlock.server.http.Call;
import dev.interlock.server.http.Rejected;
import java.util.Optional;

/// Who asks, as far as a request tells. Thread: any, pure.
public final class Askers {
  /// The header in which a caller names its project.
  public static final String PROJECT = "x-interlock-project";

  private static final int LONGEST = 200;

  private Askers() {}

  /// Whoever calls over loopback.
  ///
  /// @param purpose the role or the profile, where it is known
  /// @throws Rejected if the project's header can't be a name
  public static Asker of(Call call, Optional<String> purpose) {
    return new Asker(Asker.LOCAL, project(call.header(PROJECT)), purpose);
  }

  /// What a search is in the ledger.
  ///
  /// @param project the one that is searched, for a caller that names none of its own
  /// @throws Rejected if the project's header can't be a name
  public static Errand searching(Call call, Optional<String> project) {
    var named = of(call, Optional.empty());
    var asker = new Asker(named.caller(), named.project().or(() -> project), named.purpose());
    return new Errand(call.request(), AttemptKind.SEARCH, asker);
  }

  /// The project that a header names.
  ///
  /// @throws Rejected if it can't be a name
  public static Optional<String> project(Optional<String> header) {
    var name = header.map(String::strip).filter(n -> !n.isEmpty());
    if (name.isPresent()
        && (name.get().length() > LONGEST
            || name.get().chars().anyMatch(Character::isISOControl))) {
      throw new Rejected(
          ApiError.invalid(
              "invalid_value",
              PROJECT,
              "%s has %d characters".formatted(PROJECT, name.get().length()),
              "allowed: up to %d characters, none of them a control character".formatted(LONGEST)));
    }
    return name;
  }
}
