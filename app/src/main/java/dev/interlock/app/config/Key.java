package dev.interlock.app.config;

/// A key that a file may hold, as the reference page and the JSON schema tell it.
///
/// @param name as it stands in the file, camelCase
/// @param kind what may stand there
/// @param fallback what holds without it, in words; [#REQUIRED] where nothing does
/// @param meaning one sentence
record Key(String name, ValueKind kind, String fallback, String meaning) {
  static final String REQUIRED = "required";

  /// What may stand there, in words.
  String type() {
    return kind.words();
  }

  boolean required() {
    return fallback.equals(REQUIRED);
  }
}
