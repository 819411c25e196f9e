package dev.interlock.app.config;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;

/// Where keys are looked for.
///
/// @param environment the value of a variable, empty where it is not set
/// @param files the content of a file
public record KeySources(
    Function<String, Optional<String>> environment, Function<Path, Content> files) {

  /// What a file holds.
  public sealed interface Content {
    /// Its bytes as they are, each as one character.
    record Text(String text) implements Content {}

    /// Nothing that could be read.
    ///
    /// @param why to be read after the file's name
    record Unreadable(String why) implements Content {}
  }

  /// The disk, and this environment.
  ///
  /// @param environment the value of a variable, empty where it is not set
  public static KeySources onDisk(Function<String, Optional<String>> environment) {
    return new KeySources(environment, KeyFile::read);
  }
}
