package dev.interlock.core.money;

import java.util.Locale;

/// Whose money: each has a purse of its own, and a call is paid from all of its scopes.
///
/// @param kind what has a budget
/// @param name its name
public record Scope(Kind kind, String name) {

  /// What has a budget.
  public enum Kind {
    ACCOUNT,
    PROJECT;

    /// The word in answers: lower case.
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// A cloud account.
  public static Scope account(String name) {
    return new Scope(Kind.ACCOUNT, name);
  }

  /// A project.
  public static Scope project(String name) {
    return new Scope(Kind.PROJECT, name);
  }

  @Override
  public String toString() {
    return kind.word() + " " + name;
  }
}
