package dev.interlock.server.http;

import dev.interlock.core.error.ApiError;
import dev.interlock.wire.openai.ErrorEnvelope.Comeback;

/// A refusal, and when it is worth to ask again.
public record Refused(ApiError error, Comeback comeback) {
  /// One of which nobody can say when.
  public Refused(ApiError error) {
    this(error, Comeback.UNKNOWN);
  }
}
