package dev.interlock.wire.chat;

import dev.interlock.core.error.ApiError;
import java.util.OptionalLong;

/// What matters here of a caller's chat completion; the body itself stays as it came.
///
/// @param model the profile that is asked for
/// @param modelAt where the value of `model` stands in the body
/// @param stream whether the answer is to be streamed
/// @param usage whether a stream is to end with a usage event
/// @param usageOn what to change in the body so that a stream ends with a usage event
/// @param size how much is asked
public record ChatCall(
    String model, Place modelAt, boolean stream, boolean usage, Edit usageOn, Size size) {
  /// Other bytes in the place of some of the body's.
  ///
  /// @param text ASCII
  public record Edit(Place at, String text) {}

  /// A span of bytes.
  ///
  /// @param from its first byte
  /// @param to the byte after its last
  public record Place(int from, int to) {}

  /// How much is asked.
  ///
  /// @param messageBytes bytes of `messages`, for want of a tokenizer
  /// @param maxTokens `max_completion_tokens`, or else `max_tokens`
  /// @param tools whether tools are offered
  public record Size(int messageBytes, OptionalLong maxTokens, boolean tools) {}

  /// A body, understood or not.
  public sealed interface Parsed {
    /// A call that can be sent on.
    record Valid(ChatCall call) implements Parsed {}

    /// A caller's mistake: status 400, with the field where one is to blame.
    record Wrong(ApiError error) implements Parsed {}
  }

  /// Reads a caller's body without building a tree. Only what decides something here is judged;
  /// whatever else stands there is the engine's to judge.
  public static Parsed parse(byte[] body) {
    return ChatCallReader.parse(body);
  }
}
