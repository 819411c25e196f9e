package dev.interlock.wire.openai;

import dev.interlock.core.error.ApiError;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import tools.jackson.core.JsonGenerator;

/// A refusal as OpenAI's clients expect it, with our hint beside it.
///
/// Thread: any, pure.
public final class ErrorEnvelope {
  private ErrorEnvelope() {}

  /// The body in UTF-8: `{"error":{"message","type","param","code"[,"interlock":{"hint"}]}}`.
  public static byte[] encode(ApiError error) {
    return encode(error, Comeback.UNKNOWN);
  }

  /// When it is worth to ask again.
  ///
  /// @param seconds as in `Retry-After`
  /// @param resumesAt when a daily budget begins anew
  public record Comeback(OptionalLong seconds, Optional<Instant> resumesAt) {
    /// Nobody can say.
    public static final Comeback UNKNOWN = new Comeback(OptionalLong.empty(), Optional.empty());
  }

  /// The same with when it is worth to ask again, as `retryAfter` and `resumesAt`.
  public static byte[] encode(ApiError error, Comeback comeback) {
    return Json.object(
        out -> {
          out.writeObjectPropertyStart("error");
          // A message may quote what a caller sent, half characters included.
          out.writeStringProperty("message", Surrogates.replaceLone(error.message()));
          out.writeStringProperty("type", error.type().word());
          error
              .param()
              .ifPresentOrElse(
                  param -> out.writeStringProperty("param", Surrogates.replaceLone(param)),
                  () -> out.writeNullProperty("param"));
          out.writeStringProperty("code", error.code());
          comeback.seconds().ifPresent(s -> out.writeNumberProperty("retryAfter", s));
          comeback.resumesAt().ifPresent(at -> out.writeStringProperty("resumesAt", at.toString()));
          writeHint(out, error.hint());
          out.writeEndObject();
        });
  }

  private static void writeHint(JsonGenerator out, String hint) {
    if (hint.isEmpty()) {
      return;
    }
    out.writeObjectPropertyStart("interlock");
    out.writeStringProperty("hint", Surrogates.replaceLone(hint));
    out.writeEndObject();
  }
}
