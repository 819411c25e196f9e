package dev.interlock.app.config;

import dev.interlock.core.route.Route;
import dev.interlock.encoder.EmbeddedEncoder;

/// The encoder that comes with the program, as a route. Its numbers are measured, not configured.
public final class EmbeddedRoute {
  /// Components of its vectors.
  public static final int DIMENSION = EmbeddedEncoder.DIMENSION;

  /// The route `embedded`.
  public static final Route ROUTE = EmbeddedEncoder.route();

  private EmbeddedRoute() {}
}
