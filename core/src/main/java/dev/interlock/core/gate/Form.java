package dev.interlock.core.gate;

/// The path by which a text reaches the encoder, since rows and queries may carry different
/// prefixes.
public enum Form {
  DOCUMENT,
  QUERY
}
