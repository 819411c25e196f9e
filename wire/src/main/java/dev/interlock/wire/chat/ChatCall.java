package dev.interlock.wire.chat;

import dev.interlock.core.error.ApiError;
import dev.interlock.wire.openai.Pin;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;

/// What matters here of a caller's chat completion; the body itself stays as it came.
///
/// @param model the profile that is asked for
/// @param modelAt where the value of `model` stands in the body
/// @param stream whether the answer is to be streamed
/// @param usage whether a stream is to end with a usage event
/// @param usageOn what to change in the body so that a stream ends with a usage event
/// @param providers where values of `provider` stand; else the empty span where one may
/// @param size how much is asked
public record ChatCall(
    String model,
    Place modelAt,
    boolean stream,
    boolean usage,
    Edit usageOn,
    List<Place> providers,
    Size size) {
  public ChatCall {
    providers = List.copyOf(providers);
  }

  /// Other bytes in the place of some of the body's.
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
  /// @param choices answers that are asked for, 1 or more
  /// @param tools whether tools are offered
  public record Size(int messageBytes, OptionalLong maxTokens, long choices, boolean tools) {}

  /// What to change in the body so that only this provider serves (A7). Of several values each is
  /// changed: another parser may believe another one.
  ///
  /// @param body that was parsed
  public List<Edit> pinned(byte[] body, String provider) {
    return providers.stream().map(at -> new Edit(at, pin(body, at, provider))).toList();
  }

  private static String pin(byte[] body, Place at, String provider) {
    if (at.from() == at.to()) {
      return "\"provider\":%s,".formatted(Pin.value(provider));
    }
    var bytes = Arrays.copyOfRange(body, at.from(), at.to());
    try (var theirs = ChatJson.strict(bytes)) {
      return Pin.value(theirs, bytes, provider);
    }
  }

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
