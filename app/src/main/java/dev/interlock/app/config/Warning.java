package dev.interlock.app.config;

/// Something a file may say, but that does nothing or not what it seems.
///
/// @param line from 1; 0 for the file as a whole
/// @param key the path of the key, such as `routes.gpu`; empty for the file as a whole
/// @param message what to know, a sentence without a full stop
public record Warning(int line, String key, String message) {
  /// The warning as one line, as a compiler prints it.
  public String render(String file) {
    return Line.of(file, line, key, message);
  }
}
