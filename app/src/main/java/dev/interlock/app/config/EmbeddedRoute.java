package dev.interlock.app.config;

import dev.interlock.core.route.Placement;
import dev.interlock.core.route.Route;
import java.util.Optional;

/// The encoder that comes with the program, as a route. Its numbers are measured, not configured:
/// one text a call (a quantised model's vector depends on its batch), three callers: two are served
/// at a time, and the third is there when one of them is done.
public final class EmbeddedRoute {
  /// Components of its vectors.
  public static final int DIMENSION = 384;

  /// Tokens of the longest text: the model's 512 less its two special ones.
  static final int MAX_TOKENS = 510;

  private static final String MODEL = "all-minilm-l6-v2-q";

  /// The route `embedded`.
  public static final Route ROUTE =
      new Route(
          Route.EMBEDDED,
          Placement.LOCAL,
          "this process",
          MODEL,
          Optional.empty(),
          MAX_TOKENS,
          1,
          3);

  private EmbeddedRoute() {}
}
