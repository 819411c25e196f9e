package dev.interlock.core.route;

import java.util.Locale;

/// What a server says of itself about which model it holds.
///
/// @param kind what the value is, which says how much it proves
/// @param value as the server gave it, such as `sha256:5d1...` or `/models/m.gguf`
public record ModelIdentity(Kind kind, String value) {
  private static final int SHORT = 12;

  /// What a server can show, strongest first.
  public enum Kind {
    /// A hash of the model's files.
    DIGEST,
    /// A commit of the model's repository.
    SHA,
    /// A file or folder that it was loaded from.
    PATH,
    /// A name only.
    NAME;

    /// The word in answers: lower case.
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// Whether it names more than a name.
  public boolean proves() {
    return kind != Kind.NAME;
  }

  /// Kind and value in one word, as a space keeps it.
  public String revision() {
    return kind.word() + ":" + value;
  }

  /// Kind and value for a line of a table: the first characters of a hash, the last part of a path.
  public String shortened() {
    return switch (kind) {
      case DIGEST, SHA -> {
        var hash = value.substring(value.indexOf(':') + 1);
        yield kind.word() + ":" + hash.substring(0, Math.min(SHORT, hash.length()));
      }
      case PATH -> kind.word() + ":" + value.substring(value.lastIndexOf('/') + 1);
      case NAME -> kind.word() + ":" + value;
    };
  }
}
