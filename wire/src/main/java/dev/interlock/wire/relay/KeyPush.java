package dev.interlock.wire.relay;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// What a person pushes for an account: a key, or what it may be asked for, or both (A14, A15).
///
/// @param key empty leaves the one that is held
/// @param models empty leaves those that are set; an empty list means all
public record KeyPush(Optional<CloudKey> key, Optional<List<String>> models) {
  private static final int MOST_MODELS = 100;
  private static final Pattern NAME = Pattern.compile("[!-~]{1,256}");

  public KeyPush {
    models = models.map(List::copyOf);
  }

  /// A body, understood or not.
  public sealed interface Parsed {
    record Valid(KeyPush push) implements Parsed {}

    /// It can't be taken.
    ///
    /// @param field the field that is to blame
    /// @param message to be read after the field's name; never holds a value
    record Wrong(String field, String message) implements Parsed {}
  }

  /// Reads `{"key": "...", "models": ["..."]}`, both optional but not both missing.
  public static Parsed decode(byte[] body) {
    JsonNode tree;
    try {
      tree = SecretJson.tree(body);
    } catch (JacksonException notJson) {
      return new Parsed.Wrong("body", "is no JSON");
    }
    if (!tree.isObject()) {
      return new Parsed.Wrong("body", "is no JSON object");
    }
    for (var name : tree.propertyNames()) {
      if (!name.equals("key") && !name.equals("models")) {
        return new Parsed.Wrong("body", "holds a field that is neither key nor models");
      }
    }
    return decode(tree);
  }

  private static Parsed decode(JsonNode tree) {
    if (!tree.has("key") && !tree.has("models")) {
      return new Parsed.Wrong("body", "names neither key nor models");
    }
    var models = models(tree.path("models"));
    if (tree.has("models") && models.isEmpty()) {
      return new Parsed.Wrong(
          "models", "is no list of up to %d names of models".formatted(MOST_MODELS));
    }
    if (!tree.has("key")) {
      return new Parsed.Valid(new KeyPush(Optional.empty(), models));
    }
    if (!tree.path("key").isString()) {
      return new Parsed.Wrong("key", "is no text");
    }
    var bytes = tree.path("key").asString().getBytes(StandardCharsets.UTF_8);
    return CloudKey.unfit(bytes)
        .<Parsed>map(why -> new Parsed.Wrong("key", why))
        .orElseGet(() -> new Parsed.Valid(new KeyPush(Optional.of(CloudKey.take(bytes)), models)));
  }

  private static Optional<List<String>> models(JsonNode node) {
    if (!node.isArray() || node.size() > MOST_MODELS) {
      return Optional.empty();
    }
    var names = new ArrayList<String>();
    for (var item : node) {
      if (!item.isString() || !NAME.matcher(item.asString()).matches()) {
        return Optional.empty();
      }
      names.add(item.asString());
    }
    return Optional.of(names);
  }
}
