package dev.interlock.wire.openai;

import dev.interlock.core.error.ApiError;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// What a caller asks at our own `POST /v1/embeddings`.
///
/// @param model the name of a role
/// @param inputs 1 to [#MAX_INPUTS] texts, none empty, all well-formed
/// @param encoding `float` where the caller said nothing
/// @param dimensions the width that the caller expects
/// @param user the caller's own word for its user
public record EmbeddingsCall(
    String model,
    List<String> inputs,
    Encoding encoding,
    OptionalInt dimensions,
    Optional<String> user) {

  /// Most texts in one call, OpenAI's own limit.
  public static final int MAX_INPUTS = 2048;

  public EmbeddingsCall {
    inputs = List.copyOf(inputs);
  }

  /// A body, understood or not.
  public sealed interface Parsed {
    /// A call that can be served.
    record Valid(EmbeddingsCall call) implements Parsed {}

    /// A caller's mistake: status 400, with the field where one is to blame.
    record Wrong(ApiError error) implements Parsed {}
  }

  /// Reads a caller's body and names the first mistake in it. Fields we don't know are ignored; one
  /// that we know must not stand there twice, since the two parsers of a chain may each believe
  /// another one.
  public static Parsed parse(byte[] body) {
    return CallReader.parse(body);
  }
}
