package dev.interlock.wire.openai;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// What a server lists at `GET /v1/models`, with what vLLM and llama.cpp say beyond OpenAI.
///
/// @param models in the server's order
public record ServedModels(List<Model> models) {
  public ServedModels {
    models = List.copyOf(models);
  }

  /// One model of the list.
  ///
  /// @param id the name to ask for
  /// @param aliases other names that llama.cpp takes it by
  /// @param root vLLM's folder or name of the checkpoint
  /// @param maxTokens the longest text with special tokens: vLLM's `max_model_len`, llama.cpp's
  ///   `meta.n_ctx`
  public record Model(
      String id, List<String> aliases, Optional<String> root, OptionalInt maxTokens) {
    public Model {
      aliases = List.copyOf(aliases);
    }

    /// Whether it is called so.
    public boolean called(String name) {
      return id.equals(name) || aliases.contains(name);
    }
  }

  /// The model of that name.
  public Optional<Model> named(String name) {
    return models.stream().filter(m -> m.called(name)).findFirst();
  }

  /// Reads the list; empty if the body is none.
  public static Optional<ServedModels> decode(byte[] body) {
    try {
      var data = Json.tree(body).path("data");
      if (!data.isArray()) {
        return Optional.empty();
      }
      var models = new ArrayList<Model>();
      data.forEach(item -> models.add(model(item)));
      return Optional.of(new ServedModels(models));
    } catch (JacksonException notJson) {
      return Optional.empty();
    }
  }

  private static Model model(JsonNode item) {
    var aliases = item.path("aliases").valueStream().map(a -> a.asString("")).toList();
    int longest = item.path("max_model_len").asInt(item.path("meta").path("n_ctx").asInt(0));
    return new Model(
        item.path("id").asString(""),
        aliases,
        Optional.of(item.path("root").asString("")).filter(r -> !r.isEmpty()),
        longest > 0 ? OptionalInt.of(longest) : OptionalInt.empty());
  }
}
