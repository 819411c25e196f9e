package dev.interlock.core.route;

/// The engine behind a route: where it stands and how it is spoken to.
///
/// @param placement local, or cloud for a host marked so
/// @param dialect how it is spoken to
/// @param address its address as a person would name it
public record Engine(Placement placement, Dialect dialect, String address) {}
