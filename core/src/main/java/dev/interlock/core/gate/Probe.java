package dev.interlock.core.gate;

import java.util.Optional;

/// One fixed text that every route of a table must embed alike.
///
/// @param id a stable short name, such as `script-korean`
/// @param kind what it finds
/// @param form the path it is sent by
/// @param text the text before any prefix
/// @param twin the id of the other half of a tail pair or of near duplicates, which may lie close
///   to it
public record Probe(String id, ProbeKind kind, Form form, String text, Optional<String> twin) {}
