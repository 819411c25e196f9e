package dev.interlock.server.mcp;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/// JSON schemas of the records that this server answers with, so that a schema can't say anything
/// else than the answer. Thread: any, pure.
final class Shapes {
  private static final Set<Class<?>> WHOLE =
      Set.of(int.class, long.class, Integer.class, Long.class);
  private static final Set<Class<?>> TRUTH = Set.of(boolean.class, Boolean.class);

  private Shapes() {}

  /// The schema of a record.
  static ObjectNode of(Class<? extends Record> shape) {
    var schema = Message.JSON.createObjectNode().put("type", "object");
    var properties = schema.putObject("properties");
    var required = schema.putArray("required");
    for (RecordComponent part : shape.getRecordComponents()) {
      properties.set(part.getName(), schema(part.getGenericType()));
      required.add(part.getName());
    }
    return schema;
  }

  private static ObjectNode schema(Type type) {
    if (type instanceof ParameterizedType of) {
      var inner = schema(of.getActualTypeArguments()[0]);
      return of.getRawType() == Optional.class ? orNull(inner) : listOf(of, inner);
    }
    var plain = (Class<?>) type;
    return plain == OptionalInt.class ? orNull(plain("integer")) : single(plain);
  }

  private static ObjectNode listOf(ParameterizedType list, ObjectNode inner) {
    if (list.getRawType() != List.class) {
      throw new IllegalArgumentException("no schema for " + list);
    }
    var array = plain("array");
    array.set("items", inner);
    return array;
  }

  private static ObjectNode single(Class<?> plain) {
    if (plain == String.class) {
      return plain("string");
    }
    if (plain == Instant.class) {
      return plain("string").put("format", "date-time");
    }
    if (plain.isRecord()) {
      return of(plain.asSubclass(Record.class));
    }
    if (TRUTH.contains(plain)) {
      return plain("boolean");
    }
    if (!WHOLE.contains(plain) && plain != double.class && plain != Double.class) {
      throw new IllegalArgumentException("no schema for " + plain);
    }
    return plain(WHOLE.contains(plain) ? "integer" : "number");
  }

  private static ObjectNode plain(String type) {
    return Message.JSON.createObjectNode().put("type", type);
  }

  private static ObjectNode orNull(ObjectNode inner) {
    var either = Message.JSON.createObjectNode();
    either.putArray("anyOf").add(inner).add(plain("null"));
    return either;
  }
}
