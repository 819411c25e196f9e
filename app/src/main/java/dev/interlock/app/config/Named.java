package dev.interlock.app.config;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The named sections of one part. A name is known even if its section is wrong, so that one
/// mistake does not make others.
///
/// @param all every name with its place
/// @param values those that could be read
/// @param <T> what a section says
record Named<T>(Map<String, Field> all, Map<String, T> values) {
  static <T> Named<T> none() {
    return new Named<>(new LinkedHashMap<>(), new LinkedHashMap<>());
  }

  void add(String name, Field at, Optional<T> value) {
    all.put(name, at);
    value.ifPresent(v -> values.put(name, v));
  }

  Optional<T> value(String name) {
    return Optional.ofNullable(values.get(name));
  }
}
