package dev.interlock.app.config;

import java.util.List;

/// What came of reading a file.
public sealed interface Loaded {
  /// It can be used.
  ///
  /// @param config what it says
  /// @param warnings what it says that its writer may not have meant, in the file's order
  record Ok(Config config, List<Warning> warnings) implements Loaded {
    public Ok {
      warnings = List.copyOf(warnings);
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
