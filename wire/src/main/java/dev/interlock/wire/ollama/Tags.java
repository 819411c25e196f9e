package dev.interlock.wire.ollama;

import dev.interlock.wire.openai.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// Models as Ollama lists them at `GET /api/tags` (all that it has) and `GET /api/ps` (those in
/// memory).
///
/// @param models in the server's order
public record Tags(List<Model> models) {
  private static final String LATEST = ":latest";

  public Tags {
    models = List.copyOf(models);
  }

  /// One model of the list.
  ///
  /// @param name with its tag
  /// @param digest hash of its manifest
  /// @param contextLength tokens that it is loaded for; only in `/api/ps`
  /// @param remote host and model that it stands for, if this server only passes calls on
  public record Model(
      String name, Optional<String> digest, OptionalInt contextLength, Optional<String> remote) {}

  /// The model of that name; a name without a tag means `:latest`.
  public Optional<Model> named(String name) {
    var full = full(name);
    return models.stream().filter(m -> full(m.name()).equals(full)).findFirst();
  }

  /// A name with its tag. A colon before the last slash belongs to a host's port.
  private static String full(String name) {
    return name.indexOf(':', name.lastIndexOf('/') + 1) >= 0 ? name : name + LATEST;
  }

  /// Reads a list; empty if the body is none.
  public static Optional<Tags> decode(byte[] body) {
    try {
      var list = Json.tree(body).path("models");
      if (!list.isArray()) {
        return Optional.empty();
      }
      var models = new ArrayList<Model>();
      list.forEach(item -> models.add(model(item)));
      return Optional.of(new Tags(models));
    } catch (JacksonException notJson) {
      return Optional.empty();
    }
  }

  private static Model model(JsonNode item) {
    int context = item.path("context_length").asInt(0);
    return new Model(
        text(item, "name").or(() -> text(item, "model")).orElse(""),
        text(item, "digest"),
        context > 0 ? OptionalInt.of(context) : OptionalInt.empty(),
        remote(item));
  }

  static Optional<String> remote(JsonNode item) {
    var host = text(item, "remote_host");
    var model = text(item, "remote_model");
    if (host.isEmpty() && model.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(host.orElse("another host") + model.map(m -> " as " + m).orElse(""));
  }

  static Optional<String> text(JsonNode item, String field) {
    return Optional.of(item.path(field).asString("")).filter(s -> !s.isBlank());
  }
}
