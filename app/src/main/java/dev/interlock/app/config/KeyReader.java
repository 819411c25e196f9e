package dev.interlock.app.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The key `key` of a host or an account. What stands there wrongly may be the secret itself, so it
/// is never shown.
final class KeyReader {
  static final String ENV = "\\$\\{env:([A-Za-z_][A-Za-z0-9_]*)\\}";
  static final String FILE = "\\$\\{file:([^}\\u0000-\\u001f]+)\\}";

  private static final Pattern VARIABLE = Pattern.compile(ENV);
  private static final Pattern IN_FILE = Pattern.compile(FILE);

  /// @param settings the file in which the key is named
  static Optional<KeyPlace> read(Field field, Path settings) {
    var text = field.unseen().orElse("");
    var variable = VARIABLE.matcher(text);
    if (variable.matches()) {
      return Optional.of(new KeyPlace.Variable(variable.group(1)));
    }
    var file = IN_FILE.matcher(text);
    if (file.matches()) {
      var path = settings.toAbsolutePath().resolveSibling(file.group(1)).normalize();
      return Optional.of(new KeyPlace.InFile(path));
    }
    field.refuseUnseen(
        "does not say where the key lies; a key itself never stands in this file",
        List.of("\"${env:NAME}\"", "\"${file:PATH}\""));
    return Optional.empty();
  }

  /// Adds the mistake of a cloud that is given a key.
  static void refuseAtCloud(Field field) {
    field.refuseUnseen(
        "a cloud with a key is an account: name it in accounts, not in hosts", List.of());
  }

  private KeyReader() {}
}
