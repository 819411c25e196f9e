package dev.interlock.server.accounts;

import dev.interlock.core.account.AccountKind;
import java.util.List;

/// What a provider is asked about an account, by its kind.
enum Questions {
  /// OpenRouter's word about the key.
  KEY("/key"),
  /// OpenRouter's word about the account's money; most keys may not ask.
  CREDITS("/credits"),
  /// Which models there are, where told with their prices.
  MODELS("/models?output_modalities=all"),
  /// The same of an API like OpenAI's.
  LIST("/models"),
  /// DeepSeek's word about the account's money, which lies beside its API.
  BALANCE("root:/user/balance");

  private final String path;

  Questions(String path) {
    this.path = path;
  }

  /// Below the API's base; after `root:` from the host's root on.
  String path() {
    return path;
  }

  static List<Questions> of(AccountKind kind) {
    return switch (kind) {
      case OPENROUTER -> List.of(KEY, CREDITS, MODELS);
      case DEEPSEEK -> List.of(BALANCE);
      case OPENAI -> List.of(LIST);
    };
  }
}
