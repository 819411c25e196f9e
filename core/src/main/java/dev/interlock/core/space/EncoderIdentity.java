package dev.interlock.core.space;

import java.util.Optional;

/// Who built a table, as far as the engine tells.
///
/// @param route the route that built it
/// @param model the model's name as configured then
/// @param revision digest, sha or path, where the engine tells one
public record EncoderIdentity(String route, String model, Optional<String> revision) {}
