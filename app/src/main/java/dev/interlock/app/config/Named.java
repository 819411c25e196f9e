package dev.interlock.app.config;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

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

  /// Reads the sections of a part by their names, whose mistakes are added.
  static <T> Named<T> read(Optional<Section> part, BiFunction<String, Field, Optional<T>> section) {
    Named<T> named = none();
    part.ifPresent(
        p ->
            p.fields()
                .forEach(
                    (name, field) -> {
                      Names.check(name, field);
                      named.add(name, field, section.apply(name, field));
                    }));
    return named;
  }

  void add(String name, Field at, Optional<T> value) {
    all.put(name, at);
    value.ifPresent(v -> values.put(name, v));
  }

  Optional<T> value(String name) {
    return Optional.ofNullable(values.get(name));
  }
}
