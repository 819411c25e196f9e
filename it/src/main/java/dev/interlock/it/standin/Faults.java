package dev.interlock.it.standin;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// The faults that are due. Thread: any.
final class Faults {
  private static final class Due {
    private final Fault fault;
    private int calls;

    Due(Fault fault, int calls) {
      this.fault = fault;
      this.calls = calls;
    }
  }

  private final List<Due> due = new ArrayList<>();

  /// Adds one, for `calls` calls (absent: until they are cleared); a body without `kind` clears
  /// all.
  ///
  /// @return false if there is no such kind
  synchronized boolean add(JsonNode body) {
    if (!body.has("kind")) {
      due.clear();
      return true;
    }
    var fault = Fault.of(body);
    fault.ifPresent(f -> due.add(new Due(f, body.path("calls").asInt(Integer.MAX_VALUE))));
    return fault.isPresent();
  }

  /// The first that strikes a call, which counts as one of its calls.
  ///
  /// @param provider the slug of who is about to serve; empty before anybody was chosen
  synchronized Optional<Fault> next(String path, String provider) {
    for (Iterator<Due> all = due.iterator(); all.hasNext(); ) {
      var one = all.next();
      if (path.endsWith(one.fault.path()) && one.fault.provider().equals(provider)) {
        if (--one.calls <= 0) {
          all.remove();
        }
        return Optional.of(one.fault);
      }
    }
    return Optional.empty();
  }
}
