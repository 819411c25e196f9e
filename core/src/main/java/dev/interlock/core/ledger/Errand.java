package dev.interlock.core.ledger;

/// A request on whose behalf attempts are made.
///
/// @param request the request's id
/// @param kind what it is for
/// @param asker who asked
public record Errand(String request, AttemptKind kind, Asker asker) {}
