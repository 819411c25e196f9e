package dev.interlock.server.http;

import dev.interlock.core.error.ApiError;
import java.io.Serial;

/// Ends the work on a request with the refusal that its caller is told.
public final class Rejected extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  private final transient Refused refused;

  public Rejected(ApiError error) {
    this(new Refused(error));
  }

  public Rejected(Refused refused) {
    super(refused.error().message(), null, false, false);
    this.refused = refused;
  }

  /// What the caller is told, and when it may come again.
  public Refused refused() {
    return refused;
  }

  /// What the caller is told.
  public ApiError error() {
    return refused.error();
  }
}
