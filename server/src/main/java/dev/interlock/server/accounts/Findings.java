package dev.interlock.server.accounts;

import dev.interlock.core.account.Account;
import dev.interlock.core.budget.News;
import dev.interlock.core.money.NanoUsd;
import dev.interlock.core.money.Residue;
import dev.interlock.wire.deepseek.Balance;
import dev.interlock.wire.openrouter.Credits;
import dev.interlock.wire.openrouter.KeyInfo;
import dev.interlock.wire.relay.Frame;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// What a provider answered about an account, and what follows from it: a pure value.
///
/// A 403 on credits, a rate of -1 and a missing figure are all normal: they say nothing.
///
/// @param told the answers by question
record Findings(Account account, Map<Questions, Frame.Told> told) {
  /// Less than this is little, whatever the rate.
  static final NanoUsd LOW = new NanoUsd(1_000_000_000L);

  private static final int OK = 200;
  private static final int UNAUTHORIZED = 401;

  Findings {
    told = Map.copyOf(told);
  }

  Findings(Account account) {
    this(account, Map.of());
  }

  Findings with(Questions question, Frame.Told answer) {
    var more = new EnumMap<Questions, Frame.Told>(Questions.class);
    more.putAll(told);
    more.put(question, answer);
    return new Findings(account, more);
  }

  /// The same with what is left of a declared balance.
  Findings declaring(Optional<NanoUsd> left) {
    return new Findings(
        new Account(
            account.name(),
            account.kind(),
            account.url(),
            account.daily(),
            account.permits(),
            left),
        told);
  }

  /// Why the provider could not be asked, one clause; empty if it answered.
  Optional<String> failure() {
    var first = Optional.ofNullable(told.get(Questions.of(account.kind()).getFirst()));
    return first
        .filter(answer -> answer.status() != OK && answer.status() != UNAUTHORIZED)
        .map(
            answer ->
                answer.status() == 0
                    ? answer.body()
                    : "it answered %d when it was asked about itself".formatted(answer.status()));
  }

  /// Its requests a minute, where it named any.
  OptionalInt rpm() {
    return key().map(KeyInfo::requestsPerMinute).orElse(OptionalInt.empty());
  }

  /// What the key was billed in all, where that is told.
  ///
  /// @param askedNanos when the question was put
  Optional<Residue.Look> usage(long askedNanos) {
    return key()
        .flatMap(
            info ->
                info.label()
                    .flatMap(
                        label ->
                            info.usage().map(usage -> new Residue.Look(label, usage, askedNanos))));
  }

  /// What is left, where it is known: of the account, and of the key's own limit the smaller.
  Optional<NanoUsd> balance() {
    var account = credits().map(Credits::balance).or(() -> deepseek().flatMap(Balance::left));
    var left = key().flatMap(KeyInfo::left);
    if (account.isPresent() && left.isPresent()) {
      return left.get().exceeds(account.get()) ? account : left;
    }
    return account.or(() -> left).or(this.account::declared);
  }

  /// What it says of its money.
  Optional<News> money() {
    if (told.values().stream().anyMatch(answer -> answer.status() == UNAUTHORIZED)) {
      return Optional.of(new News.KeyRefused());
    }
    var capped = key().flatMap(KeyInfo::left).filter(left -> left.nanos() == 0);
    if (capped.isPresent()) {
      return Optional.of(new News.KeyCapped(OptionalLong.empty()));
    }
    if (deepseek().filter(balance -> !balance.available()).isPresent()) {
      return Optional.of(new News.Exhausted());
    }
    return balance().map(Findings::news);
  }

  private static News news(NanoUsd left) {
    if (left.nanos() == 0) {
      return new News.Exhausted();
    }
    var figure = OptionalLong.of(left.nanos());
    return left.exceeds(LOW) ? new News.Funded(figure) : new News.Low(figure);
  }

  /// Where the balance comes from, or why there is none.
  String why() {
    if (failure().isPresent()) {
      return failure().get();
    }
    if (credits().isPresent() || deepseek().flatMap(Balance::left).isPresent()) {
      return "told by the provider";
    }
    if (key().flatMap(KeyInfo::left).isPresent()) {
      return "what is left of the key's own limit; this key may not ask for the account's balance";
    }
    if (account.declared().isPresent()) {
      return "declared in the settings, less what was spent since";
    }
    return switch (account.kind()) {
      case OPENROUTER -> "this key may not ask for the account's balance, and has no limit";
      case DEEPSEEK -> "the provider told no balance in dollars";
      case OPENAI -> "such an API tells no balance; declare one as balanceUsd";
    };
  }

  /// The list of models with their prices, where the provider gives one.
  Optional<String> models() {
    return answer(Questions.MODELS);
  }

  private Optional<KeyInfo> key() {
    return answer(Questions.KEY).flatMap(body -> KeyInfo.decode(bytes(body)));
  }

  private Optional<Credits> credits() {
    return answer(Questions.CREDITS).flatMap(body -> Credits.decode(bytes(body)));
  }

  private Optional<Balance> deepseek() {
    return answer(Questions.BALANCE).flatMap(body -> Balance.decode(bytes(body)));
  }

  private Optional<String> answer(Questions question) {
    return Optional.ofNullable(told.get(question))
        .filter(answer -> answer.status() == OK)
        .map(Frame.Told::body);
  }

  private static byte[] bytes(String body) {
    return body.getBytes(StandardCharsets.UTF_8);
  }
}
