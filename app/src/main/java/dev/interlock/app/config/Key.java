package dev.interlock.app.config;

/// A key that a file may hold, as the reference page prints it.
///
/// @param name as it stands in the file, camelCase
/// @param type what may stand there, in words
/// @param fallback what holds without it; `required` where nothing does
/// @param meaning one sentence
record Key(String name, String type, String fallback, String meaning) {}
