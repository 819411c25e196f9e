package dev.interlock.wire.openai;

import dev.interlock.core.error.ApiError;
import tools.jackson.core.JsonGenerator;

/// A refusal as OpenAI's clients expect it, with our hint beside it.
///
/// Thread: any, pure.
public final class ErrorEnvelope {
  private ErrorEnvelope() {}

  /// The body in UTF-8: `{"error":{"message","type","param","code"[,"interlock":{"hint"}]}}`.
  public static byte[] encode(ApiError error) {
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
