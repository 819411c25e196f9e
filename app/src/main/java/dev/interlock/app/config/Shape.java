package dev.interlock.app.config;

import dev.interlock.core.account.AccountKind;
import dev.interlock.core.profile.Delivery;
import dev.interlock.core.profile.Kind;
import dev.interlock.core.profile.Takeover;
import dev.interlock.core.role.Policy;
import dev.interlock.core.role.Role;
import dev.interlock.core.route.Dialect;
import dev.interlock.core.route.Route;
import dev.interlock.core.time.Durations;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/// The keys of every part of the file: the reader takes no others, and the reference page and the
/// JSON schema are made from this list.
final class Shape {
  private static final String URL = "[Hh][Tt][Tt][Pp][Ss]?://[^\\s/?#@]+(/[^\\s?#@]*)?";
  private static final long MOST_USD = AccountsReader.MOST_USD.nanos() / 1_000_000_000L;

  static final List<Key> SERVER =
      List.of(
          new Key(
              "host",
              ValueKind.Text.of("loopback address", ServerConfig.LOOPBACK.pattern()),
              "127.0.0.1",
              "The address to listen on."),
          new Key(
              "port",
              new ValueKind.Whole(ServerConfig.PORTS),
              "7070",
              "The port; 0 takes a free one and prints it."));

  static final List<Key> INDEX =
      List.of(
          new Key(
              "maxFileBytes",
              ValueKind.Text.of("size, 1KB..1GB", Size.FORM.pattern()),
              "10MB",
              "Larger files are skipped."),
          new Key(
              "defaultExcludes",
              new ValueKind.Flag(),
              "true",
              "Whether folders such as `node_modules` are skipped without an ignore file."));

  static final List<Key> LEDGER =
      List.of(
          new Key(
              "keep",
              duration(LedgerConfig.LEAST, LedgerConfig.MOST),
              "30d",
              "Rows of calls older than this are removed, at the start and every hour."));

  static final List<Key> ALARMS =
      List.of(
          new Key(
              "webhook",
              ValueKind.Text.of("http or https URL", URL),
              "none",
              "Is told of an account that is low, exhausted, refused or about to run out, by a POST"
                  + " of JSON: `account`, `kind`, `message`, `at`. The log is told in any case."));

  static final List<Key> HOST_LIMITS =
      List.of(
          new Key("connect", span(), "5s", "For a connection."),
          new Key("query", span(), "20s", "For vectors that somebody waits for."),
          new Key("batch", span(), "2m", "For the vectors of an index job's batch."));

  static final List<Key> HOST =
      List.of(
          new Key(
              "url",
              ValueKind.Text.of(
                  "http or https URL", "[Hh][Tt][Tt][Pp][Ss]?://[^\\s/?#@]+(/[^\\s?#@]*)?"),
              "required",
              "The engine's address, with or without `/v1` at its end."),
          new Key(
              "dialect",
              new ValueKind.Choice(Dialect.words()),
              "openai",
              "How the engine is spoken to."),
          new Key(
              "cloud",
              new ValueKind.Flag(),
              "false",
              "Whether it stands outside your network; policy `local` then never uses it."),
          new Key(
              "chat",
              new ValueKind.Choice(ChatApi.words()),
              "v1",
              "Only with dialect `ollama`: `native` asks for chats by Ollama's own `/api/chat`,"
                  + " which never cuts a conversation."),
          new Key(
              "key",
              ValueKind.Text.of(
                  "`${env:NAME}` or `${file:PATH}`",
                  "%s|%s".formatted(KeyReader.ENV, KeyReader.FILE)),
              "none",
              "Where the key lies that the engine wants, sent as `Authorization: Bearer`; never the"
                  + " key itself. A file holds nothing else; a relative path begins at this file's"
                  + " folder. A host with `cloud: true` takes none; an address that looks public"
                  + " takes one only beside `cloud: false`."),
          new Key(
              "limits",
              new ValueKind.Section(HOST_LIMITS),
              "defaults",
              "How long its embeddings are waited for; a profile has limits of its own."));

  static final List<Key> ACCOUNT =
      List.of(
          new Key(
              "kind",
              new ValueKind.Choice(AccountKind.words()),
              "required",
              "How it is asked about itself; `openai` is any API like OpenAI's."),
          new Key(
              "url",
              ValueKind.Text.of(
                  "https URL, http on loopback",
                  "[Hh][Tt][Tt][Pp][Ss]?://[^\\s/?#@]+(/[^\\s?#@]*)?"),
              "the kind's own",
              "The base of its API."),
          new Key(
              "key",
              ValueKind.Text.of(
                  "`${env:NAME}` or `${file:PATH}`",
                  "%s|%s".formatted(KeyReader.ENV, KeyReader.FILE)),
              "pushed",
              "Where the key lies, for one that is not pushed. It is used only once `dailyUsd` is"
                  + " set, here or by `accounts enable`."),
          new Key(
              "dailyUsd",
              new ValueKind.Dollars(MOST_USD),
              "no cap",
              "What may be spent on a day; a call that could exceed it is refused before it is"
                  + " sent."),
          new Key(
              "permits",
              new ValueKind.Whole(AccountsReader.PERMITS),
              "discovered",
              "Calls under way at once at the most."),
          new Key(
              "balanceUsd",
              new ValueKind.Dollars(MOST_USD),
              "unknown",
              "Only with kind `openai`, which tells no balance: what was on it, from which the"
                  + " ledger's own sum is taken."));

  static final List<Key> PRICE =
      List.of(
          new Key(
              "promptUsdPerMillion",
              new ValueKind.Dollars(MOST_USD),
              "required",
              "A million tokens read."),
          new Key(
              "completionUsdPerMillion",
              new ValueKind.Dollars(MOST_USD),
              "required",
              "A million tokens written; 0 for models that write none."),
          new Key(
              "cachedUsdPerMillion",
              new ValueKind.Dollars(MOST_USD),
              "as others",
              "A million tokens read from the provider's cache."),
          new Key(
              "requestUsd", new ValueKind.Dollars(MOST_USD), "0", "Each call, whatever its size."));

  static final List<Key> ROUTE =
      List.of(
          new Key(
              "host",
              ValueKind.Text.of("name of a host", Names.FORM.pattern()),
              "an account",
              "The engine. A route names either a host or an account."),
          new Key(
              "account",
              ValueKind.Text.of("name of an account", Names.FORM.pattern()),
              "a host",
              "The cloud account that serves it and pays for it."),
          new Key("model", ValueKind.Text.any(), "required", "The model that is asked for."),
          new Key(
              "accept",
              new ValueKind.Listed("names", ValueKind.Text.any(), 0),
              "none",
              "Other spellings of the same model that an answer may bear."),
          new Key(
              "maxTokens",
              new ValueKind.Whole(RoutesReader.TOKENS),
              "the engine's, else 510",
              "Tokens of the longest text, the engine's own special ones left out."),
          new Key(
              "pin",
              ValueKind.Text.any(),
              "none",
              "The only provider behind a cloud's name that may serve; a cloud needs one in an"
                  + " embedding role."),
          new Key(
              "maxBatch",
              new ValueKind.Whole(RoutesReader.BATCH),
              "the engine's, else 32",
              "Texts in one call at the most; a rerank call without it holds all documents, unless"
                  + " the engine says less (`tei`: 32)."),
          new Key(
              "concurrency",
              new ValueKind.Whole(RoutesReader.CONCURRENCY),
              "2",
              "Calls under way at once."),
          new Key(
              "price",
              new ValueKind.Section(PRICE),
              "the provider's list",
              "Only with an account: what the model costs. It comes before what the provider"
                  + " lists."),
          new Key(
              "maxCompletionTokens",
              new ValueKind.Whole(RoutesReader.TOKENS),
              "the provider's list",
              "Only with an account: tokens that the model writes in one answer at the most. So"
                  + " many are set aside for a call whose caller names no maximum; where nobody"
                  + " knows them, such a call is refused while a daily budget bounds it."));

  private static final Key POLICY =
      new Key(
          "policy",
          new ValueKind.Choice(Arrays.stream(Policy.values()).map(Policy::word).toList()),
          "aggregate",
          "Where the role's work may run.");

  private static final Key CALL_ROUTES =
      new Key(
          "routes",
          new ValueKind.Listed("route names", ValueKind.Text.any(), 1),
          "required",
          "What serves it, in order; local routes come first, unless the policy is `cloud`.");

  static final List<Key> CALL_ROLE = List.of(POLICY, CALL_ROUTES);

  static final List<Key> RLM_ROLE =
      List.of(
          POLICY,
          CALL_ROUTES,
          new Key(
              "fallback",
              new ValueKind.Choice(Takeover.words()),
              "local-only",
              "Who may take over an attempt that failed: local routes only, or every other"
                  + " route."));

  static final List<Key> ROLE =
      List.of(
          POLICY,
          new Key(
              "routes",
              new ValueKind.Listed("route names", ValueKind.Text.any(), 1),
              "required",
              "What serves it; `embedded` is the encoder that comes with the program."),
          new Key(
              "dimension",
              new ValueKind.Whole(RolesReader.DIMENSION),
              "the builder's",
              "Components of the table's vectors; another width is refused."),
          new Key(
              "queryPrefix",
              ValueKind.Text.orEmpty(),
              "empty",
              "Put before a query, as it stands."),
          new Key(
              "documentPrefix",
              ValueKind.Text.orEmpty(),
              "empty",
              "Put before a stored text, as it stands."));

  static final List<Key> TIER =
      List.of(
          new Key(
              "routes",
              new ValueKind.Listed("route names", ValueKind.Text.any(), 1),
              "required",
              "In order."));

  static final List<Key> LIMITS =
      List.of(
          new Key("connect", span(), "5s", "For a connection."),
          new Key("firstByte", span(), "30s", "Of a streamed answer: until its head."),
          new Key("firstContent", span(), "60s", "Of a streamed answer: from its head to content."),
          new Key(
              "betweenContents",
              span(),
              "30s",
              "Of a streamed answer: from one content to the next; comments don't count."),
          new Key(
              "total",
              span(),
              "10m",
              "For the whole attempt; the only limit of a plain answer, which comes at once."),
          new Key("permit", span(), "10s", "For a permit of a cloud account."));

  static final List<Key> PROFILE =
      List.of(
          new Key(
              "kind",
              new ValueKind.Choice(Kind.words()),
              "required",
              "What its routes do: write text, or say how well documents fit a query."),
          new Key(
              "tiers",
              new ValueKind.Listed("tiers", new ValueKind.Section(TIER), 1),
              "required",
              "In order; the first is preferred."),
          new Key(
              "delivery",
              new ValueKind.Choice(Delivery.words()),
              "stream",
              "`whole` keeps a streamed answer until it is whole, so that another route can still"
                  + " take over. Only for `generate`."),
          new Key(
              "attempts",
              new ValueKind.Whole(ProfilesReader.ATTEMPTS),
              "3",
              "Attempts of one request, over all tiers."),
          new Key(
              "timeout", span(), "30s", "After so long no further attempt of a request begins."),
          new Key(
              "limits", new ValueKind.Section(LIMITS), "defaults", "How long one attempt waits."));

  private static ValueKind span() {
    return duration(Section.SHORTEST_WAIT, Section.LONGEST_WAIT);
  }

  private static ValueKind duration(Duration least, Duration most) {
    return ValueKind.Text.of(
        "duration, %s..%s".formatted(Durations.words(least), Durations.words(most)),
        Durations.FORM.pattern());
  }

  static final List<Key> PROJECT =
      List.of(
          new Key(
              "dailyUsd",
              new ValueKind.Dollars(MOST_USD),
              "no cap",
              "What may be spent for it on a day, from all accounts together; a call that could"
                  + " exceed it is refused before it is sent."),
          new Key(
              "weight",
              new ValueKind.Whole(ProjectConfig.WEIGHT),
              "1",
              "Turns at each account's permits where other projects get one."));

  /// The file itself; below the others, since it is made of them.
  static final List<Key> TOP =
      List.of(
          new Key("server", new ValueKind.Section(SERVER), "defaults", "Where the server listens."),
          new Key(
              "index",
              new ValueKind.Section(INDEX),
              "defaults",
              "What an index job takes from a folder."),
          new Key(
              "ledger",
              new ValueKind.Section(LEDGER),
              "defaults",
              "How long the rows of calls are kept."),
          new Key("alarms", new ValueKind.Section(ALARMS), "the log", "Who is told of alarms."),
          new Key("hosts", new ValueKind.Named(HOST, List.of()), "none", "Engines by URL."),
          new Key(
              "accounts", new ValueKind.Named(ACCOUNT, List.of()), "openrouter", "Cloud accounts."),
          new Key(
              "projects",
              new ValueKind.Named(PROJECT, List.of()),
              "none",
              "What projects may use of the cloud accounts, by the names that calls give in"
                  + " `x-interlock-project`."),
          new Key(
              "routes",
              new ValueKind.Named(
                  ROUTE,
                  Stream.concat(Stream.of(Route.EMBEDDED), DefaultRoutes.names().stream())
                      .toList()),
              "none",
              "Ways to those engines and accounts."),
          new Key(
              "roles",
              new ValueKind.PerRole(roles()),
              "embedded, openrouter",
              "What each role may use."),
          new Key(
              "profiles",
              new ValueKind.Named(PROFILE, Arrays.stream(Role.values()).map(Role::word).toList()),
              "none",
              "Names for jobs that chats and rerank calls ask for."));

  private static Map<Role, List<Key>> roles() {
    var roles = new EnumMap<Role, List<Key>>(Role.class);
    for (var role : Role.values()) {
      roles.put(role, role.embeds() ? ROLE : role == Role.RLM ? RLM_ROLE : CALL_ROLE);
    }
    return roles;
  }

  /// Keys of which exactly one must stand, by the part they belong to.
  static final Map<List<Key>, List<String>> EITHER = Map.of(ROUTE, List.of("host", "account"));

  /// Keys that the design has and this version does not, by the part they belong to.
  static final Map<List<Key>, Set<String>> LATER =
      Map.of(PROFILE, Set.of("terms"), TIER, Set.of("maxUsdPerDay", "size"));

  /// Dialects that the design has and this version does not.
  static final Set<String> LATER_DIALECTS = Set.of("openrouter", "anthropic");

  private Shape() {}
}
