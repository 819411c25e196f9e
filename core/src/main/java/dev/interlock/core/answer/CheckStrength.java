package dev.interlock.core.answer;

import java.util.Locale;

/// How it was checked which model answered (B7, design §10), strongest first.
public enum CheckStrength {
  /// By the server's own state: a digest, a path, a sha.
  STATE,
  /// By the answer's own model field.
  FIELD,
  /// The server repeats the name that it was asked for, so nothing was proved.
  ECHO,
  /// Nothing could be checked: no answer came.
  NONE;

  /// The word in headers, rows and answers: lower case.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
