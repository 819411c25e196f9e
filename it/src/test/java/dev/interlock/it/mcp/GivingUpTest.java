package dev.interlock.it.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.it.Station;
import dev.interlock.testkit.Reply;
import dev.interlock.testkit.ScriptedEmbeddings;
import dev.interlock.testkit.Scripts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A18: a call that waits for a route can be given up, and then its query is never sent.
final class GivingUpTest {
  @TempDir private Path folder = Path.of("");

  private static String searching(Object id, String query) {
    return Wire.request(
        id,
        "tools/call",
        "{\"name\":\"search\",\"arguments\":{\"query\":\"%s\"},\"_meta\":{\"progressToken\":1}}"
            .formatted(query));
  }

  private static String searchingAlone(Object id, String query) {
    return Wire.alone(
            id,
            "tools/call",
            "\"name\":\"search\",\"arguments\":{\"query\":\"%s\"},".formatted(query))
        .replace("\"_meta\":{", "\"_meta\":{\"progressToken\":1,");
  }

  private static void untilItWaits(Iterator<String> lines) {
    while (!lines.next().contains("waiting for a route")) {
      // each line is a step
    }
  }

  private static List<String> rest(Iterator<String> lines) {
    var rest = new ArrayList<String>();
    lines.forEachRemaining(rest::add);
    return rest;
  }

  /// A server whose only route has not been measured: its engine holds the probes back.
  private interface Held {
    void with(ScriptedEmbeddings engine, Wire wire, CompletableFuture<Void> release)
        throws IOException;
  }

  private void held(Held test) throws IOException {
    try (var indexed = Indexed.in(folder)) {
      var release = new CompletableFuture<Void>();
      var works = Scripts.hashing(8);
      indexed.engine().answering(r -> new Reply.Held(release, works.answer(r)));
      indexed.station().close();
      try (var station = Station.start(folder.resolve("home"), Indexed.yaml(indexed.engine()));
          var wire = new Wire(station.url())) {
        test.with(indexed.engine(), wire, release);
      } finally {
        release.complete(null);
      }
    }
  }

  @Test
  void cancelledCallGetsNoAnswerAndSendsNothing() throws IOException {
    held(
        (engine, wire, release) -> {
          var session = wire.opened("2025-11-25");
          var given = wire.lines("POST", searching("a", "given up"), session);
          var kept = wire.lines("POST", searching("b", "kept"), session);
          untilItWaits(given);
          untilItWaits(kept);

          var back =
              wire.post(
                  "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\","
                      + "\"params\":{\"requestId\":\"a\"}}",
                  session);
          assertThat(back.status()).isEqualTo(202);
          assertThat(rest(given)).noneMatch(line -> line.contains("\"id\""));

          release.complete(null);
          assertThat(rest(kept)).anyMatch(line -> line.contains("\"id\":\"b\""));
          assertThat(engine.texts()).contains("kept").doesNotContain("given up");
          assertThat(wire.endings("search")).containsExactlyInAnyOrder("cancelled", "answered");
        });
  }

  @Test
  void callOfADeletedSessionIsGivenUp() throws IOException {
    held(
        (engine, wire, release) -> {
          var session = wire.opened("2025-11-25");
          var given = wire.lines("POST", searching("a", "given up"), session);
          untilItWaits(given);
          wire.send("DELETE", session);
          assertThat(rest(given)).noneMatch(line -> line.contains("\"id\""));
          release.complete(null);
          kept(engine, wire);
        });
  }

  @Test
  void closedStreamGivesUpARequestThatStandsAlone() throws IOException {
    held(
        (engine, wire, release) -> {
          var headers = Wire.aloneHeaders("tools/call", "search");
          try (var leaving = new Wire(wire.server())) {
            untilItWaits(leaving.lines("POST", searchingAlone(1, "given up"), headers));
          }
          var kept = wire.lines("POST", searchingAlone(2, "kept"), headers);
          untilItWaits(kept);

          release.complete(null);
          assertThat(rest(kept)).anyMatch(line -> line.contains("\"id\":2"));
          assertThat(engine.texts()).contains("kept").doesNotContain("given up");
        });
  }

  @Test
  void closedStreamDoesNotGiveUpARequestOfASession() throws IOException {
    held(
        (engine, wire, release) -> {
          var session = wire.opened("2025-11-25");
          try (var leaving = new Wire(wire.server())) {
            untilItWaits(leaving.lines("POST", searching("a", "goes on"), session));
          }
          release.complete(null);
          kept(engine, wire);
          while (!engine.texts().contains("goes on")) {
            LockSupport.parkNanos(5_000_000);
          }
        });
  }

  private static void kept(ScriptedEmbeddings engine, Wire wire) {
    var back = wire.post(searchingAlone(2, "kept"), Wire.aloneHeaders("tools/call", "search"));
    assertThat(back.last().path("result").has("structuredContent")).isTrue();
    assertThat(engine.texts()).contains("kept").doesNotContain("given up");
  }
}
