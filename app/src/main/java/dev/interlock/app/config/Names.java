package dev.interlock.app.config;

import java.util.regex.Pattern;

/// The names that a file may give to hosts, accounts and routes.
final class Names {
  static final Pattern FORM = Pattern.compile("[A-Za-z][A-Za-z0-9_.-]{0,63}");

  static void check(String name, Field at) {
    if (!FORM.matcher(name).matches()) {
      at.problems()
          .add(
              at.place(),
              "this name must begin with a letter and hold only letters, digits, - _ and . (at most"
                  + " 64)");
    }
  }

  private Names() {}
}
