package dev.interlock.app.config;

import dev.interlock.app.config.KeySources.Content;
import dev.interlock.core.account.Account;
import dev.interlock.wire.relay.CloudKey;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Looks for the keys of accounts: where the file says, and for an account of a provider's own API
/// in that provider's usual variable (design §10, "Accounts").
final class AccountKeys {
  // An editor, or a shell's echo, ends a file so.
  private static final Pattern LAST_LINE_BREAKS = Pattern.compile("[\r\n]+\\z");

  private final KeySources sources;
  private final Map<String, CloudKey> found = new LinkedHashMap<>();
  private final List<Warning> warnings = new ArrayList<>();

  AccountKeys(KeySources sources) {
    this.sources = sources;
  }

  Map<String, CloudKey> found() {
    return found;
  }

  List<Warning> warnings() {
    return warnings;
  }

  /// @param lines where each key stands in the file
  void find(Config config, Map<String, Integer> lines) {
    config
        .accountsByName()
        .forEach(
            (name, account) -> {
              var said =
                  Optional.ofNullable(config.accounts().get(name)).flatMap(AccountConfig::key);
              var place = "accounts.%s.key".formatted(name);
              if (said.isPresent()) {
                named(name, said.get(), new Warning(lines.getOrDefault(place, 0), place, ""));
              } else {
                usual(account).flatMap(sources.environment()).ifPresent(k -> take(name, k));
              }
            });
  }

  /// The variable in which the provider's own programs look.
  private static Optional<String> usual(Account account) {
    return account.url().equals(account.kind().url())
        ? Optional.of(account.kind().name().toUpperCase(Locale.ROOT) + "_API_KEY")
        : Optional.empty();
  }

  private void named(String account, KeyPlace at, Warning where) {
    var missing =
        switch (at) {
          case KeyPlace.Variable variable ->
              sources
                  .environment()
                  .apply(variable.name())
                  .map(value -> take(account, value))
                  .orElse(Optional.of("is not set"));
          case KeyPlace.InFile file ->
              switch (sources.files().apply(file.path())) {
                case Content.Text text ->
                    take(account, LAST_LINE_BREAKS.matcher(text.text()).replaceFirst(""));
                case Content.Unreadable unreadable -> Optional.of(unreadable.why());
              };
        };
    missing.ifPresent(
        why ->
            warnings.add(
                new Warning(
                    where.line(),
                    where.key(),
                    "%s %s, so this account has no key until one is pushed"
                        .formatted(at.words(), why))));
  }

  /// Why it can't be taken; empty if it was.
  private Optional<String> take(String account, String key) {
    var bytes = key.getBytes(StandardCharsets.UTF_8);
    var unfit = CloudKey.unfit(bytes);
    if (unfit.isEmpty()) {
      found.put(account, CloudKey.take(bytes));
    }
    return unfit;
  }
}
