package dev.interlock.server.ingest;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Locale;

/// Why a file or a folder that stands in a root is not indexed. Files that an ignore file names are
/// counted, not listed, and so have no reason here.
public enum SkipReason {
  /// No bytes, or nothing but blanks.
  EMPTY,
  /// Not text: NUL bytes without a UTF-16 or UTF-32 mark, or many control characters.
  BINARY,
  /// Text in another encoding than UTF-8, with no mark that would name it.
  UNKNOWN_ENCODING,
  /// More bytes than [WalkRules#maxBytes].
  TOO_LARGE,
  /// Refused or failed by the system. For a folder: nothing is known of what it holds.
  UNREADABLE,
  /// Written for a machine to load: long lines without structure.
  MINIFIED,
  /// Made by a tool, by its own words or by its name.
  GENERATED,
  /// A link to nothing, or to itself.
  BROKEN_LINK,
  /// A link to something outside the root.
  OUTSIDE_ROOT,
  /// A socket, pipe or device. It is never opened.
  SPECIAL_FILE,
  /// There when its folder was listed, gone since.
  VANISHED,
  /// A folder of dependencies or build output. `WalkRules.defaultExcludes` turns this off.
  DEFAULT_EXCLUDE,
  /// The second on-disk spelling of a path that counts already.
  SAME_PATH,
  /// Interlock's own folder.
  OWN_STATE;

  /// The word in answers, such as `too_large`.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  static SkipReason of(IOException failure) {
    return failure instanceof NoSuchFileException ? VANISHED : UNREADABLE;
  }
}
