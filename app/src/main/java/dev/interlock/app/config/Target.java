package dev.interlock.app.config;

/// Where a route leads.
public sealed interface Target {
  /// Its name in the file.
  String name();

  /// An engine by URL.
  record Host(String name) implements Target {}

  /// A cloud account.
  record Account(String name) implements Target {}
}
