package dev.interlock.runtime.store;

/// A root that is indexed, under its name.
///
/// @param name unique
/// @param root the folder, an absolute path, unique
public record Project(String name, String root) {}
