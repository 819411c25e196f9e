package dev.interlock.core.account;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What kind of provider an account is at: how its limits and its money are asked for (wire-formats
/// §2.8, §3.1).
public enum AccountKind {
  /// OpenRouter: tells of the key, of the account's credits and of prices.
  OPENROUTER("https://openrouter.ai/api/v1"),
  /// Any API like OpenAI's: tells of no balance, so that one is declared.
  OPENAI("https://api.openai.com/v1"),
  /// DeepSeek: tells a balance.
  DEEPSEEK("https://api.deepseek.com/v1");

  private final String url;

  AccountKind(String url) {
    this.url = url;
  }

  /// Where it is without another word: the base of its API.
  public String url() {
    return url;
  }

  /// Whether it tells its balance by itself.
  public boolean tellsBalance() {
    return switch (this) {
      case OPENROUTER, DEEPSEEK -> true;
      case OPENAI -> false;
    };
  }

  /// Whether it keeps a record of each call, which tells by the call's id what was billed.
  public boolean keepsRecords() {
    return switch (this) {
      case OPENROUTER -> true;
      case OPENAI, DEEPSEEK -> false;
    };
  }

  /// The word in the file and in answers: lower case.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// The kind of a word.
  public static Optional<AccountKind> of(String word) {
    return Arrays.stream(values()).filter(kind -> kind.word().equals(word)).findFirst();
  }

  /// All words.
  public static List<String> words() {
    return Arrays.stream(values()).map(AccountKind::word).toList();
  }
}
