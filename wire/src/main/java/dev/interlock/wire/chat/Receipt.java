package dev.interlock.wire.chat;

import dev.interlock.core.money.NanoUsd;
import java.util.Optional;
import java.util.OptionalLong;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// What a whole 200 with vectors or scores says of its price and of who made them (wire-formats
/// §2.6, §2.7).
///
/// Thread: any, a value.
///
/// @param cost the provider's own
/// @param tokens tokens read, as the provider counts them
/// @param id the provider's own id of the call
/// @param provider who served behind the cloud's name, in the cloud's words
/// @param verdict what an error in place of an answer says of the account
/// @param content whether it holds anything of what was asked for
public record Receipt(
    Optional<NanoUsd> cost,
    OptionalLong tokens,
    Optional<String> id,
    Optional<String> provider,
    Optional<AccountVerdict> verdict,
    boolean content) {

  /// Reads a body. One pass, no tree; never throws for what an upstream can send.
  public static Receipt of(byte[] body) {
    var reading = new Reading();
    try (JsonParser in = ChatJson.tolerant(body, 0, body.length)) {
      if (in.nextToken() == JsonToken.START_OBJECT) {
        reading.object(in);
      }
    } catch (JacksonException broken) {
      // What stood before the break counts.
    }
    return reading.receipt();
  }

  private static final class Reading {
    private Optional<NanoUsd> cost = Optional.empty();
    private OptionalLong prompt = OptionalLong.empty();
    private OptionalLong total = OptionalLong.empty();
    private Optional<String> id = Optional.empty();
    private Optional<String> provider = Optional.empty();
    private Optional<AccountVerdict> verdict = Optional.empty();
    private boolean content;

    private Receipt receipt() {
      var tokens = prompt.isPresent() ? prompt : total;
      return new Receipt(cost, tokens, id, provider, verdict, content);
    }

    private void object(JsonParser in) {
      while (in.nextToken() != JsonToken.END_OBJECT) {
        String field = in.currentName();
        in.nextToken();
        switch (field) {
          case "id" -> id = text(in);
          case "provider" -> provider = text(in);
          case "data", "results" -> content |= anything(in);
          case "usage" -> usage(in);
          case "error" -> error(in);
          default -> in.skipChildren();
        }
      }
    }

    private static Optional<String> text(JsonParser in) {
      if (in.currentToken() == JsonToken.VALUE_STRING) {
        return Optional.of(in.getString()).filter(s -> !s.isBlank());
      }
      in.skipChildren();
      return Optional.empty();
    }

    /// Whether a list holds anything.
    private static boolean anything(JsonParser in) {
      if (in.currentToken() != JsonToken.START_ARRAY) {
        in.skipChildren();
        return false;
      }
      boolean any = false;
      for (var token = in.nextToken(); token != JsonToken.END_ARRAY; token = in.nextToken()) {
        any = true;
        in.skipChildren();
      }
      return any;
    }

    private void error(JsonParser in) {
      if (in.currentToken() != JsonToken.VALUE_NULL) {
        verdict = Optional.of(AccountVerdict.of(ErrorFacts.of(in)));
      }
    }

    private void usage(JsonParser in) {
      if (in.currentToken() != JsonToken.START_OBJECT) {
        in.skipChildren();
        return;
      }
      while (in.nextToken() != JsonToken.END_OBJECT) {
        String field = in.currentName();
        in.nextToken();
        switch (field) {
          case "cost" -> cost = cost(in);
          case "prompt_tokens" -> prompt = tokens(in);
          case "total_tokens" -> total = tokens(in);
          default -> in.skipChildren();
        }
      }
    }

    private static Optional<NanoUsd> cost(JsonParser in) {
      if (in.currentToken().isNumeric() || in.currentToken() == JsonToken.VALUE_STRING) {
        return NanoUsd.parse(in.getString().strip());
      }
      in.skipChildren();
      return Optional.empty();
    }

    private static OptionalLong tokens(JsonParser in) {
      double number = in.currentToken().isNumeric() ? in.getDoubleValue() : Double.NaN;
      in.skipChildren();
      return number >= 0 && number < 1L << 53
          ? OptionalLong.of((long) number)
          : OptionalLong.empty();
    }
  }
}
