package dev.interlock.app.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.profile.Budget;
import dev.interlock.core.profile.Delivery;
import dev.interlock.core.profile.Kind;
import dev.interlock.core.profile.Limits;
import dev.interlock.core.profile.Profile.Patience;
import dev.interlock.core.route.Route;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The part `profiles`: its full mapping, its mistakes, its warnings.
class ProfilesTest {
  private static final String ROUTES =
      """
      hosts: {h: {url: "http://h:1/v1"}, far: {url: "http://far:1/v1", cloud: true}}
      routes: {a: {host: h, model: m}, b: {host: h, model: m}, c: {host: far, model: m}}
      profiles:
      """;

  private static Loaded load(String profiles) {
    return ConfigReader.parse(ROUTES + profiles);
  }

  @Test
  @DisplayName("B1, B2: a profile's every key is mapped")
  void everyKeyIsMapped() {
    var loaded =
        load(
            """
              coder:
                kind: generate
                tiers: [{routes: [a]}, {routes: [b, c]}]
                delivery: whole
                attempts: 5
                timeout: 2m
                limits: {connect: 1s, firstByte: 2s, firstContent: 3s, betweenContents: 4s, total: 1h, permit: 5s}
            """);

    var config = ((Loaded.Ok) loaded).config();
    var limits =
        new Limits(
            Duration.ofSeconds(1),
            Duration.ofSeconds(2),
            Duration.ofSeconds(3),
            Duration.ofSeconds(4),
            Duration.ofHours(1),
            Duration.ofSeconds(5));
    assertThat(config.profiles())
        .containsEntry(
            "coder",
            new ProfileConfig(
                Kind.GENERATE,
                List.of(List.of("a"), List.of("b", "c")),
                Delivery.WHOLE,
                new Patience(new Budget(5, Duration.ofMinutes(2)), limits)));
    assertThat(config.profilesByName())
        .hasEntrySatisfying(
            "coder",
            profile ->
                assertThat(profile.tiers().getLast().routes().stream().map(Route::name))
                    .containsExactly("b", "c"));
    assertThat(((Loaded.Ok) loaded).warnings())
        .extracting(w -> w.render("f"))
        .contains(
            "f:6: profiles.coder.tiers[1].routes[1]: stands on a cloud host, which needs an"
                + " account: it is never called")
        .noneMatch(w -> w.contains("names this route"));
  }

  @Test
  @DisplayName("B1: a profile may rerank; what it gives is whole")
  void rerankProfile() {
    var loaded = load("  best: {kind: rerank, tiers: [{routes: [a]}, {routes: [b]}], attempts: 2}");

    assertThat(((Loaded.Ok) loaded).config().profilesByName())
        .hasEntrySatisfying(
            "best",
            profile -> {
              assertThat(profile.kind()).isEqualTo(Kind.RERANK);
              assertThat(profile.delivery()).isEqualTo(Delivery.WHOLE);
              assertThat(profile.patience().budget().attempts()).isEqualTo(2);
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"ollama", "lmstudio"})
  @DisplayName("B1: a profile that reranks over an engine without reranking is a mistake")
  void engineThatDoesNotRerank(String dialect) {
    var file =
        """
        hosts: {h: {url: "http://h:1/v1"}, o: {url: "http://o:1", dialect: %s}}
        routes: {a: {host: h, model: m}, b: {host: o, model: m}}
        profiles:
          p: {tiers: [{routes: [a]}, {routes: [b]}], kind: rerank}
        """
            .formatted(dialect);
    assertThat(MistakesTest.lines(file))
        .containsExactly(
            "f:4: profiles.p.tiers[1].routes[0]: \"b\" stands on a host of dialect "
                + dialect
                + ", which has no reranking; allowed: a, "
                + String.join(", ", DefaultRoutes.names()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {p: {tiers: [{routes: [a]}]}}                                        | profiles.p.kind: is missing
          {p: {kind: generate}}                                                | profiles.p.tiers: is missing
          {p: {kind: embed, tiers: [{routes: [a]}]}}                           | profiles.p.kind: "embed" comes later: this version can't use it yet; allowed: generate, rerank
          {p: {kind: genrate, tiers: [{routes: [a]}]}}                         | profiles.p.kind: "genrate" is not a kind; allowed: generate, rerank (did you mean generate?)
          {p: {kind: generate, tiers: []}}                                     | profiles.p.tiers: names no tier
          {p: {kind: generate, tiers: [a]}}                                    | profiles.p.tiers[0]: "a" is not a section of keys and values
          {p: {kind: generate, tiers: [{routes: []}]}}                         | profiles.p.tiers[0].routes: names no route; allowed: a, b, c, openrouter-rerank, openrouter-code-assistant, openrouter-rlm
          {p: {kind: generate, tiers: [{routes: [x]}]}}                        | profiles.p.tiers[0].routes[0]: "x" is not a route of this file; allowed: a, b, c, openrouter-rerank, openrouter-code-assistant, openrouter-rlm
          {p: {kind: generate, tiers: [{routes: [embedded]}]}}                 | profiles.p.tiers[0].routes[0]: "embedded" is the built-in encoder, which writes no text; allowed: a, b, c, openrouter-rerank, openrouter-code-assistant, openrouter-rlm
          {p: {kind: generate, tiers: [{routes: [a]}, {routes: [a]}]}}         | profiles.p.tiers[1].routes[0]: "a" is named twice in this profile
          {p: {kind: generate, tiers: [{routes: [a], maxUsdPerDay: 1}]}}       | profiles.p.tiers[0].maxUsdPerDay: "maxUsdPerDay" comes later: this version can't use it yet; allowed: routes
          {p: {kind: generate, tiers: [{routes: [a]}], terms: [train-ok]}}     | profiles.p.terms: "terms" comes later: this version can't use it yet; allowed: kind, tiers, delivery, attempts, timeout, limits
          {p: {kind: generate, tiers: [{routes: [a]}], delivery: hole}}        | profiles.p.delivery: "hole" is not a delivery; allowed: stream, whole (did you mean whole?)
          {p: {kind: generate, tiers: [{routes: [a]}], attempts: 11}}          | profiles.p.attempts: "11" is out of range; allowed: 1..10
          {p: {kind: generate, tiers: [{routes: [a]}], timeout: 30}}           | profiles.p.timeout: "30" is not a whole number with its unit, such as 90s, 15m, 1h or 30d; allowed: 1ms to 1h
          {p: {kind: generate, tiers: [{routes: [a]}], timeout: 0s}}           | profiles.p.timeout: "0s" is out of range; allowed: 1ms to 1h
          {p: {kind: generate, tiers: [{routes: [a]}], limits: {totl: 1s}}}    | profiles.p.limits.totl: "totl" is not a key here; allowed: connect, firstByte, firstContent, betweenContents, total, permit (did you mean total?)
          {p: {kind: rerank, tiers: [{routes: [embedded]}]}}                   | profiles.p.tiers[0].routes[0]: "embedded" is the built-in encoder, which ranks no documents; allowed: a, b, c, openrouter-rerank, openrouter-code-assistant, openrouter-rlm
          {p: {kind: rerank, tiers: [{routes: [a]}], delivery: whole}}         | profiles.p.delivery: a ranking is always delivered whole
          {rlm: {kind: generate, tiers: [{routes: [a]}]}}                      | profiles.rlm: this name belongs to a role; name its routes in roles
          {code-embedding: {kind: generate, tiers: [{routes: [a]}]}}           | profiles.code-embedding: this name belongs to a role; name its routes in roles
          """)
  @DisplayName("B1: every mistake in a profile is told with its key and what is allowed")
  void mistakes(String profiles, String line) {
    assertThat(MistakesTest.lines(ROUTES + "  " + profiles)).containsExactly("f:4: " + line);
  }
}
