package dev.interlock.server.http;

import dev.interlock.core.error.ApiError;
import java.io.Serial;

/// Ends the work on a request with the refusal that its caller is told.
public final class Rejected extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  private final transient ApiError error;

  public Rejected(ApiError error) {
    super(error.message(), null, false, false);
    this.error = error;
  }

  /// What the caller is told.
  public ApiError error() {
    return error;
  }
}
