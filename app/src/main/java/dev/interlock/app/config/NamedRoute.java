package dev.interlock.app.config;

/// A route where a role names it.
record NamedRoute(String name, Field at) {}
