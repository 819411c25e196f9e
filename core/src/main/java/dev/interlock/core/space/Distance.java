package dev.interlock.core.space;

/// How two vectors of a table are compared. Rows and queries are normalised by us, so a dot product
/// is the cosine.
public enum Distance {
  COSINE
}
