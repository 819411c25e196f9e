package dev.interlock.it.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.it.Station;
import dev.interlock.testkit.Reply;
import dev.interlock.testkit.Scripts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A18: `interlock mcp`, line by line, in both eras.
@Timeout(value = 120, unit = TimeUnit.SECONDS)
final class StdioTest {
  @TempDir private Path folder = Path.of("");

  private Path home() {
    return folder.resolve("home");
  }

  @Test
  void bothErasAreSpokenInOneProcess() throws IOException {
    try (var _ = Indexed.in(folder);
        var child = Child.start(home())) {
      var discovered = child.ask(Wire.alone(1, "server/discover", ""));
      assertThat(discovered.at("/result/supportedVersions/0").asString()).isEqualTo("2026-07-28");
      var alone =
          child.ask(
              Wire.alone(
                  2, "tools/call", "\"name\":\"search\",\"arguments\":{\"query\":\"walrus\"},"));
      assertThat(alone.at("/result/structuredContent/hits/0/path").asString())
          .isEqualTo("notes.md");
      assertThat(alone.at("/result/resultType").asString()).isEqualTo("complete");

      var opened = child.ask(Wire.initialize("2025-06-18"));
      assertThat(opened.at("/result/protocolVersion").asString()).isEqualTo("2025-06-18");
      child.say("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
      var called = child.ask(Wire.call(3, "read", "{\"path\":\"Tulip.java\"}"));
      assertThat(called.at("/result/structuredContent/language").asString()).isEqualTo("java");
      assertThat(called.path("result").has("resultType")).isFalse();

      assertThat(child.end()).isZero();
    }
  }

  @Test
  void inputThatEndsAtOnceStillGetsItsAnswers() throws IOException {
    try (var _ = Indexed.in(folder);
        var child = Child.start(home())) {
      child.say(Wire.initialize("2025-11-25"));
      child.say(Wire.request(1, "tools/list", "{}"));
      assertThat(child.end()).isZero();
      assertThat(child.said()).hasSize(2);
    }
  }

  @Test
  void whatIsNoMessageIsToldAndPassedOver() throws IOException {
    try (var _ = Indexed.in(folder);
        var child = Child.start(home())) {
      assertThat(child.ask("what?").at("/error/code").asInt()).isEqualTo(-32700);
      var early = child.ask(Wire.request(1, "tools/list", "{}"));
      assertThat(early.path("id").asInt()).isEqualTo(1);
      assertThat(early.at("/error/message").asString()).contains("initialize");
      assertThat(child.ask(Wire.initialize("2025-11-25")).has("result")).isTrue();
    }
  }

  @Test
  void withoutAServerItSaysSoAndEndsWithFour() throws IOException {
    try (var child = Child.start(home())) {
      assertThat(child.end()).isEqualTo(4);
      assertThat(child.said()).isEmpty();
      assertThat(child.errors()).contains("no server runs", "interlock up");
    }
  }

  @Test
  void cancelledRequestGetsNoAnswer() throws IOException {
    try (var indexed = Indexed.in(folder)) {
      var release = new CompletableFuture<Void>();
      var works = Scripts.hashing(8);
      indexed.engine().answering(r -> new Reply.Held(release, works.answer(r)));
      indexed.station().close();
      try (var _ = Station.start(home(), Indexed.yaml(indexed.engine()));
          var child = Child.start(home())) {
        var search = "\"name\":\"search\",\"arguments\":{\"query\":\"%s\"},";
        child.say(Wire.alone("gone", "tools/call", search.formatted("given up")));
        child.say(
            Wire.alone("kept", "tools/call", search.formatted("kept"))
                .replace("\"_meta\":{", "\"_meta\":{\"progressToken\":1,"));
        while (!child.next().at("/params/message").asString("").contains("waiting")) {
          // each message is a step
        }
        child.say(
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\","
                + "\"params\":{\"requestId\":\"gone\"}}");
        var between = child.ask(Wire.alone("between", "tools/list", ""));
        assertThat(between.path("id").asString()).as(between.toString()).isEqualTo("between");
        release.complete(null);
        var last = child.next();
        while (!last.has("id")) {
          last = child.next();
        }
        assertThat(last.path("id").asString()).isEqualTo("kept");
        child.end();
        assertThat(child.said()).noneMatch(line -> line.contains("\"gone\""));
        assertThat(indexed.engine().texts()).contains("kept").doesNotContain("given up");
      } finally {
        release.complete(null);
      }
    }
  }

  @Test
  void serverStartedAnewIsFoundAgainAndTheSessionOpenedAgain() throws IOException {
    try (var indexed = Indexed.in(folder);
        var child = Child.start(home())) {
      child.ask(Wire.initialize("2025-11-25"));
      assertThat(child.ask(Wire.request(1, "ping", "{}")).has("result")).isTrue();
      indexed.station().close();
      var without = child.ask(Wire.request(2, "ping", "{}"));
      assertThat(without.at("/error/message").asString()).contains("no server");

      try (var _ = Station.start(home(), Indexed.yaml(indexed.engine()))) {
        var again = child.ask(Wire.call(3, "search", "{\"query\":\"walrus\"}"));
        assertThat(again.at("/result/structuredContent/hits/0/path").asString())
            .isEqualTo("notes.md");
        assertThat(child.end()).isZero();
      }
    }
  }
}
