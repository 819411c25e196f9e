package dev.interlock.app.config;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The JSON schema of `interlock.yaml`, made from the same list of keys that the reader takes them
/// from. It says less than `interlock check`: what keys mean together is not in it.
public final class ConfigSchema {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final Pattern DIGITS = Pattern.compile("\\d{1,9}");

  private ConfigSchema() {}

  /// The schema, draft 2020-12, in UTF-8 with a line break at its end.
  public static byte[] json() {
    var schema = NODES.objectNode();
    schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
    schema.put("title", "interlock.yaml");
    schema.put("description", "The settings of Interlock. `interlock check FILE` says more.");
    schema.setAll(section(Shape.TOP));
    var text = JSON.writerWithDefaultPrettyPrinter().writeValueAsString(schema);
    return (text.replace("\r\n", "\n") + "\n").getBytes(StandardCharsets.UTF_8);
  }

  private static ObjectNode section(List<Key> keys) {
    var section = NODES.objectNode();
    var required = keys.stream().filter(Key::required).map(Key::name).toList();
    // a key with nothing behind it is an empty section
    type(section, "object", required.isEmpty());
    var properties = section.putObject("properties");
    keys.forEach(key -> properties.set(key.name(), key(key)));
    if (!required.isEmpty()) {
      required.forEach(section.putArray("required")::add);
    }
    Shape.EITHER
        .getOrDefault(keys, List.of())
        .forEach(name -> section.withArray("oneOf").addObject().putArray("required").add(name));
    return section.put("additionalProperties", false);
  }

  private static ObjectNode key(Key key) {
    var node = NODES.objectNode().put("description", key.meaning());
    node.setAll(kind(key.kind()));
    fallback(node, key);
    return node;
  }

  private static ObjectNode kind(ValueKind kind) {
    var node = NODES.objectNode();
    return switch (kind) {
      case ValueKind.Section section -> section(section.keys());
      case ValueKind.Named named -> named(named);
      case ValueKind.PerRole perRole -> {
        type(node, "object", true);
        var properties = node.putObject("properties");
        perRole.roles().forEach((role, keys) -> properties.set(role.word(), section(keys)));
        yield node.put("additionalProperties", false);
      }
      case ValueKind.Whole whole ->
          node.put("type", "integer")
              .put("minimum", whole.range().least())
              .put("maximum", whole.range().most());
      case ValueKind.Dollars dollars ->
          node.put("type", "number").put("minimum", 0).put("maximum", dollars.most());
      case ValueKind.Flag _ -> node.put("type", "boolean");
      case ValueKind.Choice choice -> {
        choice.options().forEach(node.putArray("enum")::add);
        yield node;
      }
      case ValueKind.Text text -> text(text);
      case ValueKind.Listed list -> {
        node.put("type", "array").set("items", kind(list.item()));
        if (list.least() > 0) {
          node.put("minItems", list.least()).put("uniqueItems", true);
        }
        yield node;
      }
    };
  }

  private static ObjectNode named(ValueKind.Named named) {
    var node = NODES.objectNode();
    type(node, "object", true);
    var names = node.putObject("propertyNames").put("pattern", whole(Names.FORM.pattern()));
    if (!named.taken().isEmpty()) {
      named.taken().forEach(names.putObject("not").putArray("enum")::add);
    }
    node.set("additionalProperties", section(named.keys()));
    return node;
  }

  private static ObjectNode text(ValueKind.Text text) {
    var node = NODES.objectNode().put("type", "string");
    if (!text.pattern().isEmpty()) {
      node.put("pattern", whole(text.pattern()));
    } else if (!text.mayBeEmpty()) {
      node.put("pattern", "\\S");
    }
    return node.put("maxLength", Field.LONGEST_TEXT);
  }

  private static String whole(String pattern) {
    return "^(?:" + pattern + ")$";
  }

  private static void type(ObjectNode node, String type, boolean orNothing) {
    if (orNothing) {
      node.putArray("type").add(type).add("null");
    } else {
      node.put("type", type);
    }
  }

  /// A default that is a value and no description of one.
  private static void fallback(ObjectNode node, Key key) {
    var fallback = key.fallback();
    switch (key.kind()) {
      case ValueKind.Whole _ when DIGITS.matcher(fallback).matches() ->
          node.put("default", Integer.parseInt(fallback));
      case ValueKind.Flag _ -> node.put("default", Boolean.parseBoolean(fallback));
      case ValueKind.Choice choice when choice.options().contains(fallback) ->
          node.put("default", fallback);
      case ValueKind.Text text when !text.pattern().isEmpty() && fallback.matches(text.pattern()) ->
          node.put("default", fallback);
      case ValueKind.Section _,
          ValueKind.Named _,
          ValueKind.PerRole _,
          ValueKind.Whole _,
          ValueKind.Dollars _,
          ValueKind.Choice _,
          ValueKind.Text _,
          ValueKind.Listed _ -> {}
    }
  }
}
