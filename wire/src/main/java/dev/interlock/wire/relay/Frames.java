package dev.interlock.wire.relay;

import dev.interlock.core.budget.Lease;
import dev.interlock.core.budget.Use;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;

/// Frames as bytes and back.
///
/// Thread: any, pure.
public final class Frames {
  private Frames() {}

  /// The frame's bytes. A key in it is only in them.
  public static byte[] encode(Frame frame) {
    return SecretJson.object(
        out -> {
          switch (frame) {
            case Frame.Hello hello -> {
              out.writeStringProperty("kind", "hello");
              out.writeStringProperty("sidecar", hello.sidecar());
              out.writeStringProperty("version", hello.version());
              out.writeArrayPropertyStart("held");
              for (var held : hello.held()) {
                out.writeStartObject();
                held(out, held);
                out.writeEndObject();
              }
              out.writeEndArray();
            }
            case Frame.Configure configure -> configure(out, configure);
            case Frame.Ack ack -> {
              out.writeStringProperty("kind", "ack");
              held(out, ack.held());
            }
            case Frame.Heartbeat beat -> {
              out.writeStringProperty("kind", "heartbeat");
              out.writeNumberProperty("number", beat.number());
            }
            case Frame.Ask ask -> ask(out, ask);
            case Frame.Told told -> {
              out.writeStringProperty("kind", "told");
              out.writeNumberProperty("id", told.id());
              out.writeNumberProperty("status", told.status());
              out.writeStringProperty("body", told.body());
              told.pause().ifPresent(p -> out.writeNumberProperty("pauseMillis", p.toMillis()));
            }
            case Frame.Unknown unknown -> out.writeStringProperty("kind", unknown.kind());
          }
        });
  }

  private static void held(JsonGenerator out, Frame.Held held) {
    out.writeStringProperty("account", held.account());
    out.writeNumberProperty("epoch", held.epoch());
    held.fingerprint().ifPresent(word -> out.writeStringProperty("fingerprint", word));
    out.writeBooleanProperty("key", held.key());
  }

  private static void configure(JsonGenerator out, Frame.Configure configure) {
    out.writeStringProperty("kind", "configure");
    out.writeStringProperty("account", configure.account());
    out.writeNumberProperty("epoch", configure.epoch());
    out.writeBooleanProperty("enabled", configure.setup().enabled());
    out.writeArrayPropertyStart("models");
    configure.setup().models().forEach(out::writeString);
    out.writeEndArray();
    out.writeStringProperty("salt", configure.setup().salt());
    configure.key().ifPresent(key -> key(out, key));
  }

  private static void key(JsonGenerator out, CloudKey key) {
    var characters = key.characters();
    out.writeName("key");
    out.writeString(characters, 0, characters.length);
    Arrays.fill(characters, '\0');
  }

  private static void ask(JsonGenerator out, Frame.Ask ask) {
    out.writeStringProperty("kind", "ask");
    out.writeNumberProperty("id", ask.id());
    out.writeStringProperty("account", ask.account());
    out.writeStringProperty("path", ask.path());
    out.writeObjectPropertyStart("lease");
    out.writeNumberProperty("id", ask.lease().id());
    out.writeStringProperty("holder", ask.lease().holder());
    out.writeStringProperty("project", ask.lease().project());
    out.writeStringProperty("use", ask.lease().use().name());
    out.writeNumberProperty("startedNanos", ask.lease().startedNanos());
    out.writeNumberProperty("expiresNanos", ask.lease().expiresNanos());
    out.writeEndObject();
  }

  /// The frame of such bytes; empty if they are none. A kind that is not known is one too: the
  /// other end may be newer.
  public static Optional<Frame> decode(byte[] bytes) {
    try {
      return decoded(SecretJson.tree(bytes));
    } catch (JacksonException | IllegalArgumentException notOurs) {
      return Optional.empty();
    }
  }

  private static Optional<Frame> decoded(JsonNode tree) {
    var kind = tree.path("kind").asString("");
    return switch (kind) {
      case "" -> Optional.empty();
      case "hello" ->
          Optional.of(
              new Frame.Hello(
                  tree.path("sidecar").asString(),
                  tree.path("version").asString(),
                  helds(tree.path("held"))));
      case "configure" ->
          Optional.of(
              new Frame.Configure(
                  tree.path("account").asString(),
                  tree.path("epoch").asLong(),
                  new Frame.Setup(
                      tree.path("enabled").asBoolean(),
                      texts(tree.path("models")),
                      tree.path("salt").asString()),
                  key(tree.path("key"))));
      case "ack" -> Optional.of(new Frame.Ack(held(tree)));
      case "heartbeat" -> Optional.of(new Frame.Heartbeat(tree.path("number").asLong()));
      case "ask" ->
          Optional.of(
              new Frame.Ask(
                  tree.path("id").asLong(),
                  tree.path("account").asString(),
                  tree.path("path").asString(),
                  lease(tree.path("lease"))));
      case "told" ->
          Optional.of(
              new Frame.Told(
                  tree.path("id").asLong(),
                  tree.path("status").asInt(),
                  tree.path("body").asString(),
                  pause(tree.path("pauseMillis"))));
      default -> Optional.of(new Frame.Unknown(kind));
    };
  }

  private static Optional<Duration> pause(JsonNode node) {
    return node.isNumber() ? Optional.of(Duration.ofMillis(node.asLong())) : Optional.empty();
  }

  private static Optional<CloudKey> key(JsonNode node) {
    return node.isString()
        ? Optional.of(CloudKey.take(node.asString().getBytes(StandardCharsets.UTF_8)))
        : Optional.empty();
  }

  private static Lease lease(JsonNode node) {
    return new Lease(
        node.path("id").asLong(),
        node.path("holder").asString(),
        node.path("project").asString(),
        Use.valueOf(node.path("use").asString()),
        node.path("startedNanos").asLong(),
        node.path("expiresNanos").asLong());
  }

  private static Frame.Held held(JsonNode node) {
    return new Frame.Held(
        node.path("account").asString(),
        node.path("epoch").asLong(),
        Optional.of(node.path("fingerprint").asString("")).filter(word -> !word.isEmpty()),
        node.path("key").asBoolean());
  }

  private static List<Frame.Held> helds(JsonNode nodes) {
    var all = new ArrayList<Frame.Held>();
    nodes.forEach(node -> all.add(held(node)));
    return all;
  }

  private static List<String> texts(JsonNode nodes) {
    var all = new ArrayList<String>();
    nodes.forEach(node -> all.add(node.asString()));
    return all;
  }
}
