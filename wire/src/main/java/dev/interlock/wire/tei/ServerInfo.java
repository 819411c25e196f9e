package dev.interlock.wire.tei;

import dev.interlock.wire.openai.Json;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// What text-embeddings-inference says of itself at `GET /info`.
///
/// @param modelId the repository or folder that it was started with
/// @param modelSha the repository's commit, where it was loaded from one
/// @param maxInputLength tokens of the longest text, special ones included
/// @param maxClientBatchSize texts in one call at the most
/// @param servedName the name that it was told to go by
/// @param version the server's version
public record ServerInfo(
    String modelId,
    Optional<String> modelSha,
    OptionalInt maxInputLength,
    OptionalInt maxClientBatchSize,
    Optional<String> servedName,
    Optional<String> version) {

  /// Reads the body; empty if it is none.
  public static Optional<ServerInfo> decode(byte[] body) {
    try {
      var tree = Json.tree(body);
      return text(tree, "model_id").map(id -> of(tree, id));
    } catch (JacksonException notJson) {
      return Optional.empty();
    }
  }

  /// Names that its model may be promised under: its own, with and without what stands before the
  /// last `/`, and the served one.
  public Set<String> spellings() {
    var spellings = new HashSet<String>();
    spellings.add(modelId);
    spellings.add(modelId.substring(modelId.lastIndexOf('/') + 1));
    servedName.ifPresent(spellings::add);
    spellings.remove("");
    return spellings;
  }

  private static ServerInfo of(JsonNode tree, String id) {
    return new ServerInfo(
        id,
        text(tree, "model_sha"),
        number(tree, "max_input_length"),
        number(tree, "max_client_batch_size"),
        text(tree, "served_model_name"),
        text(tree, "version"));
  }

  private static Optional<String> text(JsonNode tree, String field) {
    return Optional.of(tree.path(field).asString("")).filter(s -> !s.isBlank());
  }

  private static OptionalInt number(JsonNode tree, String field) {
    int number = tree.path(field).asInt(0);
    return number > 0 ? OptionalInt.of(number) : OptionalInt.empty();
  }
}
