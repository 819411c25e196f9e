package dev.interlock.app.wiring;

import dev.interlock.core.embed.EmbedOutcome;
import dev.interlock.core.embed.EmbedRequest;
import dev.interlock.core.embed.EmbeddingClient;
import dev.interlock.core.embed.Fault;
import java.util.OptionalInt;

/// Embeds nothing: an account's route whose cloud no transport leads to.
///
/// @param account its name
record UncalledAccount(String account) implements EmbeddingClient {
  @Override
  public EmbedOutcome embed(EmbedRequest request) {
    return new EmbedOutcome.Failed(
        Fault.DENIED,
        OptionalInt.empty(),
        "account %s: vectors can't be asked for by an account yet".formatted(account));
  }

  @Override
  public void close() {}
}
