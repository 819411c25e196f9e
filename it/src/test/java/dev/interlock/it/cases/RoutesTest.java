package dev.interlock.it.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.app.cli.Exit;
import dev.interlock.app.cli.InterlockCommand;
import dev.interlock.core.table.TableName;
import dev.interlock.it.Printed;
import dev.interlock.it.Station;
import dev.interlock.testkit.ChatReply;
import dev.interlock.testkit.ScriptedChat;
import dev.interlock.testkit.ScriptedEmbeddings;
import dev.interlock.testkit.Scripts;
import dev.interlock.testkit.VectorFunction;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// `interlock routes` and `GET /api/v1/routes`: the map is what the gate and the planner hold now.
final class RoutesTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final VectorFunction TRUE = VectorFunction.hashing(64);

  @TempDir private Path folder = Path.of("");
  @RegisterExtension private final Printed printed = Printed.results();

  private int run(String url, String... arguments) {
    printed.reset();
    var all = new String[arguments.length + 5];
    System.arraycopy(arguments, 0, all, 5, arguments.length);
    all[0] = "routes";
    all[1] = "--server";
    all[2] = url;
    all[3] = "--home";
    all[4] = folder.toString();
    return InterlockCommand.run(all);
  }

  private String printed() {
    return printed.toString();
  }

  private static JsonNode way(Station station, String entry, String route) {
    for (var named : station.get("/api/v1/routes").json().path("entries")) {
      for (var way : named.path("ways")) {
        if (named.path("name").asString().equals(entry)
            && way.path("route").asString().equals(route)) {
          return way;
        }
      }
    }
    throw new AssertionError("no way from %s to %s".formatted(entry, route));
  }

  private static String told(Station station, String entry, String route) {
    var way = way(station, entry, route);
    return "%s %s %s %s"
        .formatted(
            way.path("path").asString(),
            way.path("serves").asString(),
            way.path("state").asString(),
            way.path("rank").asString("-"));
  }

  @Test
  @DisplayName("B6, A3: a role's map shows who serves, who is held in reserve, and why one may not")
  void roleShowsNormalReserveAndRefused() throws IOException {
    try (var l1 = ScriptedEmbeddings.start(Scripts.of(TRUE));
        var l2 = ScriptedEmbeddings.start(Scripts.of(TRUE.atCosine(0.98)));
        var c1 = ScriptedEmbeddings.start(Scripts.of(TRUE));
        var station =
            Station.start(
                folder,
                new Yaml()
                    .local("L1", l1)
                    .local("L2", l2)
                    .cloud("C1", c1)
                    .policy("backup")
                    .toString())) {
      station.gate("L1", TableName.CODE);

      assertThat(told(station, "code-embedding", "L1")).isEqualTo("normal now admitted 1");
      assertThat(told(station, "code-embedding", "L2")).isEqualTo("normal never refused -");
      assertThat(told(station, "code-embedding", "C1")).isEqualTo("fallback now admitted -");
      assertThat(way(station, "code-embedding", "C1").path("reason").asString())
          .isEqualTo("held in reserve while a local route serves");
      assertThat(way(station, "code-embedding", "C1").path("price").asString())
          .isEqualTo("unpriced");
      assertThat(way(station, "code-embedding", "L2").path("reason"))
          .isEqualTo(station.gate("L2", TableName.CODE).path("reason"));

      l1.stop();
      station.running().gatekeeper().engineLost("L1");
      assertThat(way(station, "code-embedding", "L1").path("serves").asString()).isEqualTo("later");
      assertThat(told(station, "code-embedding", "C1")).isEqualTo("fallback now admitted 1");
    }
  }

  @Test
  @DisplayName("B6: a profile's map is the planner's: a dotted fallback, a first choice that rests")
  void profileFollowsThePlan() throws IOException {
    try (var l1 = ScriptedChat.start(_ -> ChatReply.json(500, "{}"));
        var l2 = ScriptedChat.start(_ -> ChatReply.json(500, "{}"));
        var station =
            Station.start(
                folder,
                new ChatYaml().local("L1", l1).local("L2", l2).with("attempts: 1").toString())) {
      assertThat(told(station, "coder", "L1")).isEqualTo("normal now ready 1");
      assertThat(told(station, "coder", "L2")).isEqualTo("fallback now ready 2");

      for (int i = 0; i < 3; i++) {
        station.post("/v1/chat/completions", "{\"model\":\"coder\",\"messages\":[]}");
      }
      var plan = station.post("/api/v1/explain", "{\"profile\":\"coder\"}").json();
      assertThat(told(station, "coder", "L1")).startsWith("normal now resting");
      assertThat(way(station, "coder", "L1").path("reason").asString())
          .isEqualTo(
              plan.path("candidates")
                  .valueStream()
                  .filter(c -> c.path("route").asString().equals("L1"))
                  .findFirst()
                  .orElseThrow()
                  .path("reason")
                  .asString());
    }
  }

  @Test
  @DisplayName("B6: the command prints text, an SVG or the API's JSON, and nothing is sent")
  void commandPrintsThreeFormats() throws IOException {
    try (var l1 = ScriptedChat.start(_ -> ChatReply.json(500, "{}"));
        var l2 = ScriptedChat.start(_ -> ChatReply.json(500, "{}"));
        var station =
            Station.start(
                folder,
                new ChatYaml()
                    .local("L1", l1.url().toString(), "model: '<script>alert(1)</script>'")
                    .local("L2", l2)
                    .toString())) {
      assertThat(run(station.url())).isEqualTo(Exit.OK);
      assertThat(printed())
          .matches("[\\x20-\\x7e\n]+")
          .containsPattern("chat --> coder  \\(up to 3 attempts within 30 s\\)\n  --> L1 +<script>")
          .containsPattern("\n  \\.\\.> L2 +m  ")
          .containsPattern("free +ready: next in line");

      assertThat(run(station.url(), "--format", "svg")).isEqualTo(Exit.OK);
      assertThat(printed())
          .startsWith("<svg ")
          .endsWith("</svg>\n")
          .contains("&#60;script&#62;")
          .doesNotContain("<script");

      for (var json : new String[] {"--json", "--format=json"}) {
        assertThat(run(station.url(), json)).isEqualTo(Exit.OK);
        assertThat(JSON.readTree(printed())).isEqualTo(station.get("/api/v1/routes").json());
      }
      assertThat(run(station.url(), "--json", "--format", "svg")).isEqualTo(Exit.USAGE);
      assertThat(run(station.url(), "--format", "png")).isEqualTo(Exit.USAGE);
      assertThat(run("http://127.0.0.1:1")).isEqualTo(Exit.NO_SERVER);
      assertThat(l1.requests()).isEmpty();
      assertThat(l2.requests()).isEmpty();
    }
  }
}
