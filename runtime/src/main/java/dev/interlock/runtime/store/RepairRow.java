package dev.interlock.runtime.store;

/// One row in doubt.
///
/// @param words why it failed, empty otherwise
public record RepairRow(
    String chunk,
    String project,
    String path,
    int startLine,
    int endLine,
    RowFate fate,
    String words) {}
