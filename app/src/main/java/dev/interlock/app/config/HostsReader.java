package dev.interlock.app.config;

import dev.interlock.core.route.Dialect;
import dev.interlock.runtime.upstream.BaseUrl;
import dev.interlock.runtime.upstream.Endpoint;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The part `hosts`.
final class HostsReader {
  private static final String OUTSIDE =
      "looks like an address outside your network: say cloud: true, or policy local will use it";
  private static final String PAID_OR_OWN =
      "goes to what looks like an address outside your network: say cloud: false if the engine is"
          + " your own; a paid cloud is an account, see accounts";

  private final Path file;
  private final Map<String, Integer> keyLines = new LinkedHashMap<>();

  /// @param file the settings that are read
  HostsReader(Path file) {
    this.file = file;
  }

  /// The lines of all keys that say where a secret lies, by their own key such as `hosts.gpu.key`.
  Map<String, Integer> keyLines() {
    return keyLines;
  }

  Named<HostConfig> read(Optional<Section> part) {
    return Named.read(part, (_, field) -> field.section().flatMap(this::host));
  }

  private Optional<HostConfig> host(Section section) {
    section.only(Shape.HOST);
    var url = section.required("url").flatMap(Address::read);
    var dialect = section.field("dialect").map(this::dialect).orElse(Optional.of(Dialect.OPENAI));
    var cloud = section.field("cloud").flatMap(Field::flag).orElse(false);
    var key = section.field("key").flatMap(field -> key(field, cloud));
    if (!cloud) {
      url.filter(BaseUrl::looksPublic).ifPresent(_ -> outside(section));
    }
    var chat =
        dialect.flatMap(
            d -> section.field("chat").map(f -> chat(f, d)).orElse(Optional.of(ChatApi.V1)));
    return url.flatMap(
        u ->
            dialect.flatMap(
                d -> chat.map(c -> new HostConfig(u, d, cloud, c, key, limits(section)))));
  }

  private static Endpoint.Limits limits(Section host) {
    var defaults = Endpoint.Limits.DEFAULT;
    var section = host.field("limits").flatMap(Field::section);
    if (section.isEmpty()) {
      return defaults;
    }
    var s = section.get();
    s.only(Shape.HOST_LIMITS);
    return new Endpoint.Limits(
        s.span("connect", defaults.connect()),
        s.span("query", defaults.interactive()),
        s.span("batch", defaults.bulk()));
  }

  private static Optional<ChatApi> chat(Field field, Dialect dialect) {
    if (dialect != Dialect.OLLAMA) {
      field.refuse(
          "is only for dialect ollama; %s is always asked by its /v1".formatted(dialect.word()),
          List.of());
      return Optional.empty();
    }
    var word = field.text();
    var chat = word.flatMap(ChatApi::of);
    if (word.isPresent() && chat.isEmpty()) {
      field.refuse("is no API for chats", ChatApi.words());
    }
    return chat;
  }

  private Optional<KeyPlace> key(Field field, boolean cloud) {
    if (cloud) {
      KeyReader.refuseAtCloud(field);
      return Optional.empty();
    }
    keyLines.put(field.place().key(), field.place().line());
    return KeyReader.read(field, file);
  }

  /// A paid cloud that is taken for an engine of one's own would be billed without anybody
  /// counting, so who gives such an address a key has to say what it is.
  private static void outside(Section host) {
    if (host.field("key").isPresent() && host.field("cloud").isEmpty()) {
      host.field("key").ifPresent(key -> key.refuseUnseen(PAID_OR_OWN, List.of()));
    } else {
      host.field("url").ifPresent(url -> url.warn(OUTSIDE));
    }
  }

  private Optional<Dialect> dialect(Field field) {
    var word = field.text();
    var dialect = word.flatMap(Dialect::of);
    if (word.isPresent() && dialect.isEmpty()) {
      boolean later = Shape.LATER_DIALECTS.contains(word.get());
      field.refuse(
          later ? "comes later: this version can't speak it yet" : "is not a dialect",
          Dialect.words());
    }
    return dialect;
  }
}
