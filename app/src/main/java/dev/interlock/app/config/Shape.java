package dev.interlock.app.config;

import dev.interlock.core.route.Dialect;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The keys of every part of the file: the reader takes no others, and the reference page is made
/// from this list.
final class Shape {
  static final List<Key> TOP =
      List.of(
          new Key("server", "section", "defaults", "Where the server listens."),
          new Key("index", "section", "defaults", "What an index job takes from a folder."),
          new Key("ledger", "section", "defaults", "How long the rows of calls are kept."),
          new Key("hosts", "named sections", "none", "Engines by URL."),
          new Key("routes", "named sections", "none", "Ways to those engines."),
          new Key("roles", "section per role", "both on embedded", "What each role may use."),
          new Key("profiles", "named sections", "none", "Names for jobs that chats ask for."));

  static final List<Key> SERVER =
      List.of(
          new Key("host", "loopback address", "127.0.0.1", "The address to listen on."),
          new Key("port", "0..65535", "7070", "The port; 0 takes a free one and prints it."));

  static final List<Key> INDEX =
      List.of(
          new Key("maxFileBytes", "size, 1KB..1GB", "10MB", "Larger files are skipped."),
          new Key(
              "defaultExcludes",
              "true or false",
              "true",
              "Whether folders such as `node_modules` are skipped without an ignore file."));

  static final List<Key> LEDGER =
      List.of(
          new Key(
              "keep",
              "duration, 1h..3650d",
              "30d",
              "Rows of calls older than this are removed, at the start and every hour."));

  static final List<Key> HOST =
      List.of(
          new Key(
              "url",
              "http or https URL",
              "required",
              "The engine's address, with or without `/v1` at its end."),
          new Key(
              "dialect",
              String.join(", ", Dialect.words()),
              "openai",
              "How the engine is spoken to."),
          new Key(
              "cloud",
              "true or false",
              "false",
              "Whether it stands outside your network; policy `local` then never uses it."));

  static final List<Key> ROUTE =
      List.of(
          new Key("host", "name of a host", "required", "The engine."),
          new Key("model", "text", "required", "The model that is asked for."),
          new Key(
              "accept",
              "list of names",
              "none",
              "Other spellings of the same model that an answer may bear."),
          new Key(
              "maxTokens",
              "1..1000000",
              "the engine's, else 510",
              "Tokens of the longest text, the engine's own special ones left out."),
          new Key(
              "pin",
              "text",
              "none",
              "The upstream provider; a cloud host needs one in an embedding role."),
          new Key("maxBatch", "1..2048", "the engine's, else 32", "Texts in one call at the most."),
          new Key("concurrency", "1..256", "2", "Calls under way at once."));

  static final List<Key> ROLE =
      List.of(
          new Key(
              "policy",
              "local, cloud, aggregate or backup",
              "aggregate",
              "Where the role's work may run."),
          new Key(
              "routes",
              "list of route names",
              "required",
              "What serves it; `embedded` is the encoder that comes with the program."),
          new Key(
              "dimension",
              "1..16384",
              "the builder's",
              "Components of the table's vectors; another width is refused."),
          new Key("queryPrefix", "text", "empty", "Put before a query, as it stands."),
          new Key("documentPrefix", "text", "empty", "Put before a stored text, as it stands."));

  static final List<Key> PROFILE =
      List.of(
          new Key("kind", "generate", "required", "What its routes do: write text."),
          new Key("tiers", "list of tiers", "required", "In order; the first is preferred."),
          new Key(
              "delivery",
              "stream or whole",
              "stream",
              "`whole` keeps a streamed answer until it is whole, so that another route can still"
                  + " take over."),
          new Key("attempts", "1..10", "3", "Attempts of one request, over all tiers."),
          new Key(
              "timeout", "1ms..1h", "30s", "After so long no further attempt of a request begins."),
          new Key("limits", "section", "defaults", "How long one attempt waits."));

  static final List<Key> TIER =
      List.of(new Key("routes", "list of route names", "required", "In order."));

  static final List<Key> LIMITS =
      List.of(
          new Key("connect", "1ms..1h", "5s", "For a connection."),
          new Key("firstByte", "1ms..1h", "30s", "Of a streamed answer: until its head."),
          new Key(
              "firstContent", "1ms..1h", "60s", "Of a streamed answer: from its head to content."),
          new Key(
              "betweenContents",
              "1ms..1h",
              "30s",
              "Of a streamed answer: from one content to the next; comments don't count."),
          new Key(
              "total",
              "1ms..1h",
              "10m",
              "For the whole attempt; the only limit of a plain answer, which comes at once."));

  /// Keys that the design has and this version does not, by the part they belong to.
  static final Map<List<Key>, Set<String>> LATER =
      Map.of(
          TOP,
          Set.of("accounts"),
          ROUTE,
          Set.of("account"),
          PROFILE,
          Set.of("terms"),
          TIER,
          Set.of("maxUsdPerDay", "size"));

  /// Dialects that the design has and this version does not.
  static final Set<String> LATER_DIALECTS = Set.of("openrouter", "anthropic");

  private Shape() {}
}
