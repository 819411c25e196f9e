package dev.interlock.app.config;

import dev.interlock.core.account.Account;
import dev.interlock.core.account.AccountKind;
import dev.interlock.core.money.NanoUsd;
import java.net.URI;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// The part `accounts`.
final class AccountsReader {
  static final Range PERMITS = new Range(1, 256);

  /// More than any account holds; a slip of the finger is not taken for a budget.
  static final NanoUsd MOST_USD = new NanoUsd(1_000_000_000_000_000L);

  private final Path file;
  private final Map<String, Integer> keyLines = new LinkedHashMap<>();

  /// @param file the settings that are read
  AccountsReader(Path file) {
    this.file = file;
  }

  /// The lines of all keys that say where a secret lies, by their own key.
  Map<String, Integer> keyLines() {
    return keyLines;
  }

  Named<AccountConfig> read(Optional<Section> part) {
    return Named.read(part, (_, field) -> field.section().flatMap(this::account));
  }

  /// Whether routes may name it: `openrouter` is there without a section.
  static boolean known(Named<AccountConfig> accounts, String name) {
    return name.equals(Account.OPENROUTER.name()) || accounts.all().containsKey(name);
  }

  private Optional<AccountConfig> account(Section section) {
    section.only(Shape.ACCOUNT);
    var kind = section.required("kind").flatMap(AccountsReader::kind);
    var given = section.field("url");
    var url =
        given.isPresent()
            ? given.flatMap(AccountsReader::url)
            : kind.map(AccountKind::url).map(URI::create);
    var key = section.field("key").flatMap(this::key);
    var daily = section.field("dailyUsd").flatMap(field -> field.dollars(MOST_USD));
    var permits = section.field("permits").map(f -> f.number(PERMITS)).orElse(OptionalInt.empty());
    var balance = section.field("balanceUsd").flatMap(field -> balance(field, kind));
    return kind.flatMap(k -> url.map(u -> new AccountConfig(k, u, key, daily, permits, balance)));
  }

  private static Optional<AccountKind> kind(Field field) {
    var word = field.text();
    var kind = word.flatMap(AccountKind::of);
    if (word.isPresent() && kind.isEmpty()) {
      field.refuse("is no kind of account", AccountKind.words());
    }
    return kind;
  }

  /// A key never goes over a network in the clear.
  private static Optional<URI> url(Field field) {
    var url = Address.read(field);
    if (url.filter(AccountsReader::bare).isPresent()) {
      field.refuseUnseen(
          "the URL would carry the key unencrypted beyond this machine", List.of("https://..."));
      return Optional.empty();
    }
    return url;
  }

  private static boolean bare(URI url) {
    return "http".equals(url.getScheme()) && !ServerConfig.loopback(url.getHost());
  }

  private Optional<KeyPlace> key(Field field) {
    keyLines.put(field.place().key(), field.place().line());
    return KeyReader.read(field, file);
  }

  private static Optional<NanoUsd> balance(Field field, Optional<AccountKind> kind) {
    if (kind.filter(AccountKind::tellsBalance).isPresent()) {
      field.refuse(
          "is not taken: an account of kind %s tells its balance by itself"
              .formatted(kind.map(AccountKind::word).orElse("")),
          List.of());
      return Optional.empty();
    }
    return field.dollars(MOST_USD);
  }
}
