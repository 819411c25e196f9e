package dev.interlock.it.cases;

import static dev.interlock.it.cases.ChatCasesTest.PLAIN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.it.Station;
import dev.interlock.sidecar.InProcessLink;
import dev.interlock.sidecar.InProcessRelay;
import dev.interlock.sidecar.Sidecar;
import dev.interlock.sidecar.Tether;
import dev.interlock.testkit.ChatReply;
import dev.interlock.testkit.Chats;
import dev.interlock.testkit.ManualTime;
import dev.interlock.testkit.Request;
import dev.interlock.testkit.ScriptedChat;
import dev.interlock.testkit.Seeds;
import dev.interlock.wire.relay.Frame;
import dev.interlock.wire.relay.Frames;
import dev.interlock.wire.relay.Link;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// The link between server and sidecar breaks, falls silent and comes back.
final class SidecarLinkTest {
  private static final int SIDECARS = 20;
  private static final int SEEDS = 50;
  private static final Duration TICK = Duration.ofMillis(10);
  private static final long PATIENCE_NANOS = 60_000_000_000L;
  private static Optional<Vertx> shared = Optional.empty();

  @TempDir private Path folder = Path.of("");

  @BeforeAll
  static void open() {
    shared = Optional.of(Vertx.vertx());
  }

  @AfterAll
  static void close() {
    shared.ifPresent(vertx -> vertx.close().await());
  }

  /// A sidecar that keeps the times at which it dials.
  private static final class Dialler {
    private final List<Long> attempts = new ArrayList<>();
    private final Tether tether;

    private Dialler(String name, ManualTime time, Seeds seeds, Supplier<Optional<Link>> dial) {
      var identity = new Sidecar.Identity(name, shared.orElseThrow(), time);
      this.tether =
          new Tether(
              new Sidecar(identity, List.of(), Map.of()),
              () -> {
                attempts.add(time.elapsed().toMillis());
                return dial.get();
              },
              new Tether.Around(time, time, seeds.stream(name)));
    }
  }

  private static void advance(ManualTime time, Duration span) {
    for (var left = span; left.isPositive(); left = left.minus(TICK)) {
      time.advance(TICK);
    }
  }

  /// A server that keeps the names of who has said hello.
  private static InProcessRelay relay(Set<String> joined) {
    return new InProcessRelay(
        link ->
            link.hear(
                bytes -> {
                  if (Frames.decode(bytes).orElseThrow() instanceof Frame.Hello hello) {
                    joined.add(hello.sidecar());
                  }
                }));
  }

  @Test
  @DisplayName("C68: after a server's restart 20 sidecars come back apart, soon, with few attempts")
  void comeBackApart() {
    for (int seed = 0; seed < SEEDS; seed++) {
      var time = new ManualTime();
      var joined = new HashSet<String>();
      var relay = relay(joined);
      var all = new ArrayList<Dialler>();
      for (int i = 0; i < SIDECARS; i++) {
        all.add(new Dialler("s" + i, time, new Seeds(seed), relay::dial));
      }
      all.forEach(sidecar -> sidecar.tether.start());
      assertThat(joined).hasSize(SIDECARS);
      joined.clear();
      all.forEach(sidecar -> sidecar.attempts.clear());

      relay.listens(false);
      relay.cut();
      advance(time, Duration.ofSeconds(3));
      relay.listens(true);
      advance(time, Duration.ofSeconds(30));

      assertThat(joined).as("seed %d", seed).hasSize(SIDECARS);
      assertThat(all).as("seed %d", seed).allMatch(sidecar -> sidecar.attempts.size() <= 8);
      for (int n = 0; n < 3; n++) {
        assertThat(mostWithin100Millis(all, n)).as("seed %d, attempt %d", seed, n).isLessThan(11);
      }
      all.forEach(sidecar -> sidecar.tether.close());
    }
  }

  private static long mostWithin100Millis(List<Dialler> all, int n) {
    var times =
        all.stream().filter(s -> s.attempts.size() > n).map(s -> s.attempts.get(n)).toList();
    return times.stream()
        .mapToLong(from -> times.stream().filter(t -> t >= from && t < from + 100).count())
        .max()
        .orElse(0);
  }

  @Test
  @DisplayName("C69: a server that accepts and drops at once does not shorten the pauses")
  void droppedAtOnce() {
    for (int seed = 0; seed < SEEDS; seed++) {
      var time = new ManualTime();
      var sidecar =
          new Dialler(
              "s",
              time,
              new Seeds(seed),
              () -> {
                var ends = InProcessLink.pair();
                time.after(Duration.ofMillis(100), ends.server()::close);
                return Optional.of(ends.sidecar());
              });
      sidecar.tether.start();
      advance(time, Duration.ofSeconds(60));

      assertThat(sidecar.attempts).as("seed %d", seed).hasSizeBetween(4, 15);
      sidecar.tether.close();
    }
  }

  @Test
  @DisplayName("C69: only a connection that has held for a minute makes the pauses short again")
  void goodConnection() {
    for (int seed = 0; seed < SEEDS; seed++) {
      assertThat(pauseAfter(Duration.ofSeconds(61), seed))
          .as("seed %d", seed)
          .isBetween(900L, 3_010L);
      assertThat(pauseAfter(Duration.ofSeconds(58), seed))
          .as("seed %d", seed)
          .isGreaterThan(4_000L);
    }
  }

  /// Milliseconds between the end of a connection and the next attempt, after minutes without one.
  private static long pauseAfter(Duration held, int seed) {
    var time = new ManualTime();
    var relay =
        new InProcessRelay(
            link -> {
              for (int i = 1; i < 30; i++) {
                time.after(
                    Link.HEARTBEAT.multipliedBy(i),
                    () -> link.send(Frames.encode(new Frame.Heartbeat(1))));
              }
            });
    var sidecar = new Dialler("s", time, new Seeds(seed), relay::dial);
    relay.listens(false);
    sidecar.tether.start();
    advance(time, Duration.ofMinutes(2));
    relay.listens(true);
    int before = sidecar.attempts.size();
    while (sidecar.attempts.size() == before) {
      time.advance(TICK);
    }
    advance(time, held);
    assertThat(sidecar.attempts).as("it holds").hasSize(before + 1);
    relay.cut();
    long cut = time.elapsed().toMillis();
    while (sidecar.attempts.size() == before + 1) {
      time.advance(TICK);
    }
    sidecar.tether.close();
    return sidecar.attempts.getLast() - cut;
  }

  private static ChatReply cloud(Request request) {
    return request.path().equals("/v1/models")
        ? ChatReply.json(200, "{\"object\":\"list\",\"data\":[{\"id\":\"m\"}]}")
        : ChatReply.json(200, Chats.plain("m", "hello"));
  }

  private Station start(ScriptedChat cloud) throws IOException {
    var station =
        Station.start(
            folder.resolve("home"),
            """
            accounts:
              c1: {kind: openai, url: "%s"}
            routes:
              paid: {account: c1, model: m, price: {promptUsdPerMillion: 1, completionUsdPerMillion: 2}}
            profiles:
              coder: {kind: generate, tiers: [{routes: [paid]}], attempts: 1}
            """
                .formatted(cloud.url()));
    assertThat(push(station).status()).isEqualTo(200);
    return station;
  }

  private static Station.Reply push(Station station) {
    return station.post("/api/v1/accounts/c1/key", "{\"key\":\"tok-0001\"}");
  }

  private static JsonNode account(Station station) {
    for (var account : station.get("/api/v1/accounts").json().path("accounts")) {
      if (account.path("name").asString().equals("c1")) {
        return account;
      }
    }
    throw new AssertionError("no account c1");
  }

  private static void awaitState(Station station, Duration step, boolean reachable) {
    long start = System.nanoTime();
    while (account(station).path("state").asString().equals("unreachable") == reachable) {
      assertThat(System.nanoTime() - start).isLessThan(PATIENCE_NANOS);
      station.time().advance(step);
      LockSupport.parkNanos(1_000_000);
    }
  }

  @Test
  @DisplayName("A14: a link that falls silent leaves its accounts unreachable; the key outlives it")
  void silentLink() throws IOException {
    try (var cloud = ScriptedChat.start(SidecarLinkTest::cloud);
        var station = start(cloud)) {
      assertThat(Talk.answer(station, PLAIN).status()).isEqualTo(200);
      for (int i = 0; i < 12; i++) {
        station.time().advance(Duration.ofSeconds(10));
        assertThat(account(station).path("state").asString()).isNotEqualTo("unreachable");
      }

      station.running().relay().listens(false);
      station.running().relay().mute();
      station.time().advance(Duration.ofSeconds(24));
      assertThat(account(station).path("state").asString()).isNotEqualTo("unreachable");
      station.time().advance(Duration.ofSeconds(12));
      assertThat(account(station).path("state").asString()).isEqualTo("unreachable");
      int sent = cloud.requests().size();
      var withheld = Talk.answer(station, PLAIN);
      assertThat(withheld.status()).isEqualTo(503);
      assertThat(withheld.message()).contains("account c1, whose sidecar is out of reach");
      assertThat(cloud.requests()).hasSize(sent);

      station.running().relay().listens(true);
      awaitState(station, Duration.ofSeconds(1), true);
      assertThat(account(station).path("key").asString()).isEqualTo("present");
      assertThat(Talk.answer(station, PLAIN).status()).isEqualTo(200);
    }
  }

  @Test
  @DisplayName("A15: what was decided while the link was down holds when it is back, by its epoch")
  void decidedWhileDown() throws IOException {
    try (var cloud = ScriptedChat.start(SidecarLinkTest::cloud);
        var station = start(cloud)) {
      station.running().relay().listens(false);
      station.running().relay().cut();
      assertThat(account(station).path("state").asString()).isEqualTo("unreachable");
      assertThat(push(station).status()).as("nobody took the key").isEqualTo(503);
      station.post("/api/v1/accounts/c1/disable", "{}");
      station.running().relay().listens(true);
      awaitState(station, Duration.ofSeconds(1), true);

      assertThat(account(station).path("enabled").asBoolean()).isFalse();
      assertThat(Talk.answer(station, PLAIN).message()).contains("disabled");
      assertThat(station.post("/api/v1/accounts/c1/enable", "{\"dailyUsd\": 1}").status())
          .isEqualTo(200);
      assertThat(
              Talk.answer(station, PLAIN.replace("{\"model\"", "{\"max_tokens\":9,\"model\""))
                  .status())
          .isEqualTo(200);
    }
  }
}
