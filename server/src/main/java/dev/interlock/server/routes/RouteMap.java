package dev.interlock.server.routes;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/// The route map as it stands now (B6): callers to names to routes to hosts.
///
/// @param entries the roles, then profiles in the file's order
public record RouteMap(List<Entry> entries) {
  public RouteMap {
    entries = List.copyOf(entries);
  }

  /// A name that callers ask for, with the routes behind it.
  ///
  /// @param kind `role` or `profile`
  /// @param callers who asks for it, such as `chat` or `index jobs`
  /// @param rule what binds its routes, such as `policy backup`
  /// @param table the table that a role writes
  /// @param ways in the order of preference
  public record Entry(
      String kind,
      String name,
      List<String> callers,
      String rule,
      Optional<String> table,
      List<Way> ways) {
    public Entry {
      callers = List.copyOf(callers);
      ways = List.copyOf(ways);
    }
  }

  /// A route below a name.
  ///
  /// @param path whether it is the normal path or stands in for it
  /// @param serves whether it may serve now
  /// @param state a word: for a role the gate's verdict, for a profile `ready`, `resting`,
  ///   `cooling` or `excluded`
  /// @param reason why it stands where it does; empty where the state says all
  /// @param rank 1 for who is asked first now; absent for who is not asked
  /// @param price what a call costs: `free` for a local route, a cloud's by the million tokens,
  ///   `unpriced` where nobody knows
  /// @param target where it leads
  public record Way(
      String route,
      Path path,
      Serves serves,
      String state,
      String reason,
      OptionalInt rank,
      String price,
      Target target) {
    /// State and reason for a person, such as `refused: ...` or `ready: first choice`.
    public String said() {
      var words = reason.matches("[a-z_]*") ? reason.replace('_', ' ') : reason;
      var shown = state.replace('_', ' ');
      return words.isEmpty() ? shown : shown + ": " + words;
    }
  }

  /// A model on a host.
  ///
  /// @param host its address, `in this process` for the embedded encoder
  /// @param dialect how it is spoken to; absent for the embedded encoder
  /// @param placement `local` or `cloud`, as its engine says itself where it does
  public record Target(String model, String host, Optional<String> dialect, String placement) {
    /// Dialect and placement, such as `ollama, local`.
    public String kind() {
      return dialect.map(word -> word + ", " + placement).orElse(placement);
    }
  }

  /// The place of a route in the plan.
  public enum Path {
    /// Work goes there as long as all is well.
    NORMAL,
    /// Work goes there when the normal path can't serve.
    FALLBACK;

    /// The word in answers: lower case.
    @JsonValue
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// Whether a route may serve.
  public enum Serves {
    NOW,
    /// Not now, and perhaps later by itself: not measured yet, or left alone for a while.
    LATER,
    /// Not until a person changes something: refused, suspended, excluded.
    NEVER;

    /// The word in answers: lower case.
    @JsonValue
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
