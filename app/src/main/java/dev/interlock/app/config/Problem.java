package dev.interlock.app.config;

import java.util.List;

/// One mistake in a file.
///
/// @param line from 1; 0 for the file as a whole
/// @param column from 1; 0 where there is none to point at
/// @param key the path of the key, such as `roles.code-embedding.policy`; empty for the file as a
///   whole
/// @param value what stands there, shortened; empty where the value says nothing or may be secret
/// @param message what is wrong with it, to be read after the value
/// @param allowed what may stand there: words, or one range
public record Problem(
    int line, int column, String key, String value, String message, List<String> allowed) {

  public Problem {
    allowed = List.copyOf(allowed);
  }

  /// The problem as one line, as a compiler prints it, with the nearest allowed word.
  public String render(String file) {
    var text = new StringBuilder();
    if (!value.isEmpty()) {
      text.append('"').append(value).append("\" ");
    }
    text.append(message);
    if (!allowed.isEmpty()) {
      text.append("; allowed: ").append(String.join(", ", allowed));
    }
    Nearest.to(value, allowed)
        .ifPresent(w -> text.append(" (did you mean ").append(w).append("?)"));
    return Line.of(file, line, key, text.toString());
  }
}
