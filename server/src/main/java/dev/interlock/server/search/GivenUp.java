package dev.interlock.server.search;

import java.io.Serial;

/// Ends the work on something that nobody wants any more. Nobody is told.
public final class GivenUp extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  public GivenUp() {
    super("given up", null, false, false);
  }
}
