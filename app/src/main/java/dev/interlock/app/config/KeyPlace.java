package dev.interlock.app.config;

import java.nio.file.Path;

/// Where the key of a host or an account lies; the key itself is nowhere in the settings.
public sealed interface KeyPlace {
  /// As a person is told of it.
  String words();

  /// In the environment of the server's process.
  record Variable(String name) implements KeyPlace {
    @Override
    public String words() {
      return "the variable " + name;
    }
  }

  /// In a file that holds nothing else.
  ///
  /// @param path absolute; a relative one of the settings begins at their folder
  record InFile(Path path) implements KeyPlace {
    @Override
    public String words() {
      return "the file " + path;
    }
  }
}
