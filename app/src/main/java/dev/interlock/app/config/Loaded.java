package dev.interlock.app.config;

import java.util.List;
import java.util.Map;

/// What came of reading a file.
public sealed interface Loaded {
  /// It can be used.
  ///
  /// @param config what it says
  /// @param warnings what it says that its writer may not have meant, in the file's order
  /// @param lines where each host, account and route, and each key of the first two, stands, by its
  ///   key such as `routes.gpu`
  record Ok(Config config, List<Warning> warnings, Map<String, Integer> lines) implements Loaded {
    public Ok {
      warnings = List.copyOf(warnings);
      lines = Map.copyOf(lines);
    }
  }

  /// It can't be used; exit code 2.
  ///
  /// @param problems every mistake found, in the file's order, at least one
  record Bad(List<Problem> problems) implements Loaded {
    public Bad {
      problems = List.copyOf(problems);
    }
  }
}
