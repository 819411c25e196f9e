package dev.interlock.planted;

import dev.interlock.core.embed.EmbedOutcome;
import dev.interlock.core.embed.EmbedRequest;
import dev.interlock.core.embed.EmbeddingClient;
import dev.interlock.core.embed.Urgency;
import java.util.List;
import java.util.OptionalInt;

final class SecondCaller {
  static EmbedOutcome sneak(EmbeddingClient client, String text) {
    return client.embed(new EmbedRequest(List.of(text), Urgency.BULK, OptionalInt.empty()));
  }
}
