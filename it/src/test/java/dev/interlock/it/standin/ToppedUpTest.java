package dev.interlock.it.standin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.it.Station;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A person who has topped an account up says so by `accounts enable`.
final class ToppedUpTest extends StandInTests {
  private static final String ENABLE = "/api/v1/accounts/openrouter/enable";

  private static final String CHAT =
      """
      {"model": "coder", "max_tokens": 10, "messages": [{"role": "user", "content": "one two"}],
       "provider": {"only": ["harbour"]}}
      """;

  @TempDir private Path home = Path.of("");

  private Station served() throws IOException {
    var station =
        Station.start(
            home,
            """
            accounts:
              openrouter: {kind: openrouter, url: "%s", dailyUsd: 1.00}
            routes:
              parrot: {account: openrouter, model: shore/parrot, price: {promptUsdPerMillion: 1, completionUsdPerMillion: 2}}
            profiles:
              coder: {kind: generate, tiers: [{routes: [parrot]}], attempts: 1}
            """
                .formatted(cloud().api()));
    push(station);
    return station;
  }

  private static void push(Station station) {
    var pushed = "{\"key\": \"%s\"}".formatted(KEY);
    assertThat(station.post("/api/v1/accounts/openrouter/key", pushed).status()).isEqualTo(200);
  }

  private static String state(Station station) {
    return station
        .get("/api/v1/accounts")
        .json()
        .path("accounts")
        .path(0)
        .path("state")
        .asString("");
  }

  private static void becomes(Station station, String state) {
    await(() -> state(station).equals(state), state);
  }

  /// 200, or why not.
  private static String chat(Station station) {
    var reply = station.post("/v1/chat/completions", CHAT);
    return reply.status() == 200 ? "200" : "%d %s".formatted(reply.status(), reply.json());
  }

  private long chats() {
    return cloud().stats().path("paths").properties().stream()
        .filter(path -> path.getKey().contains("chat"))
        .mapToLong(path -> path.getValue().asLong())
        .sum();
  }

  @Test
  @DisplayName(
      "B8: an empty account that was topped up and enabled is looked at, and open, at once")
  void creditIsSeen() throws IOException {
    cloud().set("money", "{\"credits\": \"open\", \"balanceUsd\": \"0\"}");
    try (var station = served()) {
      becomes(station, "exhausted");
      station.time().advance(Duration.ofSeconds(1));
      cloud().set("money", "{\"credits\": \"open\", \"balanceUsd\": \"5\"}");
      assertThat(station.post(ENABLE, "").status()).isEqualTo(200);
      becomes(station, "funded");
      assertThat(chat(station)).isEqualTo("200");
    }
  }

  @Test
  @DisplayName("B8: enabling an account does not open it while a look shows that it is empty")
  void stillEmpty() throws IOException {
    cloud().set("money", "{\"credits\": \"open\", \"balanceUsd\": \"0\"}");
    try (var station = served()) {
      becomes(station, "exhausted");
      station.time().advance(Duration.ofSeconds(1));
      long before = looks();
      assertThat(station.post(ENABLE, "").status()).isEqualTo(200);
      assertThat(chat(station)).startsWith("402");
      await(() -> looks() > before, "it is looked at");
      assertThat(state(station)).isEqualTo("exhausted");
      assertThat(chat(station)).startsWith("402");
      assertThat(chats()).isZero();
    }
  }

  private long looks() {
    return cloud().stats().path("paths").properties().stream()
        .filter(path -> path.getKey().contains("credits"))
        .mapToLong(path -> path.getValue().asLong())
        .sum();
  }

  @Test
  @DisplayName("B8: the same key pushed again opens an account that ran out of money")
  void pushedAgain() throws IOException {
    cloud().set("money", "{\"refuse\": \"exhausted\"}");
    try (var station = served()) {
      await(() -> looks() > 0, "the first look");
      assertThat(chat(station)).startsWith("402");
      becomes(station, "exhausted");
      cloud().set("money", "{\"balanceUsd\": \"5\"}");
      push(station);
      becomes(station, "unknown");
      assertThat(chat(station)).isEqualTo("200");
    }
  }

  @Test
  @DisplayName("B8: where a key may not ask for the balance, the person's word opens the account")
  void nothingIsTold() throws IOException {
    cloud().set("money", "{\"refuse\": \"exhausted\"}");
    try (var station = served()) {
      await(() -> looks() > 0, "the first look");
      assertThat(chat(station)).startsWith("402");
      becomes(station, "exhausted");
      station.time().advance(Duration.ofSeconds(1));
      cloud().set("money", "{\"balanceUsd\": \"5\"}");
      long before = looks();
      station.passUntil(
          Duration.ofSeconds(10),
          () -> looks() > before,
          () -> "the usual look, which says nothing");
      assertThat(state(station)).isEqualTo("exhausted");

      assertThat(station.post(ENABLE, "").status()).isEqualTo(200);
      becomes(station, "unknown");
      assertThat(chat(station)).isEqualTo("200");
    }
  }
}
