package dev.interlock.runtime.store;

import java.time.Instant;

/// A job that is asked for.
///
/// @param root the folder, an absolute path
/// @param project the root's name
/// @param at when
public record NewJob(String root, String project, Instant at) {}
