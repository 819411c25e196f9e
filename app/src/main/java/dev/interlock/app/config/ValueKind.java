package dev.interlock.app.config;

import dev.interlock.core.role.Role;
import java.util.List;
import java.util.Map;

/// What may stand behind a key, for the reference page in words and for the JSON schema. The rules
/// that look at several keys together are the readers' own.
sealed interface ValueKind {
  /// The words of the reference page.
  String words();

  /// Keys and values.
  record Section(List<Key> keys) implements ValueKind {
    @Override
    public String words() {
      return "section";
    }
  }

  /// Sections under names that the file's writer gives.
  ///
  /// @param taken names that are built in
  record Named(List<Key> keys, List<String> taken) implements ValueKind {
    @Override
    public String words() {
      return "named sections";
    }
  }

  /// A section for each role.
  record PerRole(Map<Role, List<Key>> roles) implements ValueKind {
    @Override
    public String words() {
      return "section per role";
    }
  }

  /// A whole number.
  record Whole(Range range) implements ValueKind {
    @Override
    public String words() {
      return range.words();
    }
  }

  /// Dollars, with or without decimals.
  ///
  /// @param most whole dollars
  record Dollars(long most) implements ValueKind {
    @Override
    public String words() {
      return "dollars, 0..%d".formatted(most);
    }
  }

  /// True or false.
  record Flag() implements ValueKind {
    @Override
    public String words() {
      return "true or false";
    }
  }

  /// One of some words.
  record Choice(List<String> options) implements ValueKind {
    @Override
    public String words() {
      int last = options.size() - 1;
      return last < 1
          ? String.join("", options)
          : String.join(", ", options.subList(0, last)) + " or " + options.get(last);
    }
  }

  /// Text.
  ///
  /// @param pattern a regular expression for all of it, in what Java and ECMAScript share; empty
  ///   for any text
  /// @param mayBeEmpty whether blanks alone are a value
  record Text(String words, String pattern, boolean mayBeEmpty) implements ValueKind {
    static Text any() {
      return new Text("text", "", false);
    }

    static Text orEmpty() {
      return new Text("text", "", true);
    }

    static Text of(String words, String pattern) {
      return new Text(words, pattern, false);
    }
  }

  /// A list.
  ///
  /// @param what its items are called
  /// @param least items at the least; where it is 1 or more, none may stand twice
  record Listed(String what, ValueKind item, int least) implements ValueKind {
    @Override
    public String words() {
      return "list of " + what;
    }
  }
}
