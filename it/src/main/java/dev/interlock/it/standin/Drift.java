package dev.interlock.it.standin;

import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// How a stack has changed behind its name.
sealed interface Drift {
  /// It serves what it always did.
  record None() implements Drift {}

  /// The other build of the model, which a quantisation makes of the full one.
  record OtherBuild() implements Drift {}

  /// Every vector turned by the same angle, in as many planes as there are pairs of components.
  record Turned(double degrees) implements Drift {}

  /// One replica of so many serves the other build; each call meets one of them by chance.
  record BadReplica(int of) implements Drift {}

  /// Reads `{"to": "none" | "quantised" | "turn" | "replica", "degrees": 2, "of": 4}`.
  static Optional<Drift> of(JsonNode body) {
    return switch (body.path("to").asString("")) {
      case "none" -> Optional.of(new None());
      case "quantised" -> Optional.of(new OtherBuild());
      case "turn" -> Optional.of(new Turned(body.path("degrees").asDouble(2)));
      case "replica" -> Optional.of(new BadReplica(Math.max(1, body.path("of").asInt(4))));
      default -> Optional.empty();
    };
  }

  /// The word and its figure, for people.
  default String words() {
    return switch (this) {
      case None _ -> "none";
      case OtherBuild _ -> "quantised";
      case Turned turned -> "turn of %s degrees".formatted(turned.degrees());
      case BadReplica replica -> "one bad replica of %d".formatted(replica.of());
    };
  }

  /// A copy, turned: its cosine with the original is that of the angle.
  static float[] turned(float[] vector, double degrees) {
    double sin = Math.sin(Math.toRadians(degrees));
    double cos = Math.cos(Math.toRadians(degrees));
    var turned = vector.clone();
    for (int i = 0; i + 1 < vector.length; i += 2) {
      turned[i] = (float) (cos * vector[i] - sin * vector[i + 1]);
      turned[i + 1] = (float) (sin * vector[i] + cos * vector[i + 1]);
    }
    return turned;
  }
}
