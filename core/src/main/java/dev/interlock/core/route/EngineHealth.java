package dev.interlock.core.route;

/// How an engine says that it is, asked by a path that costs no work of its model (B7, wire-formats
/// §13). That it is up does not prove that it can serve a model.
public enum EngineHealth {
  /// It answers, and complains of nothing.
  UP,
  /// It is there and loads its model.
  LOADING,
  /// It does not answer, or says that it is not well.
  DOWN
}
