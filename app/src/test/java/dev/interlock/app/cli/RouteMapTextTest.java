package dev.interlock.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.server.routes.RouteMap;
import dev.interlock.server.routes.RouteMap.Entry;
import dev.interlock.server.routes.RouteMap.Path;
import dev.interlock.server.routes.RouteMap.Serves;
import dev.interlock.server.routes.RouteMap.Target;
import dev.interlock.server.routes.RouteMap.Way;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// B6: the map in lines of text.
class RouteMapTextTest {
  private static final RouteMap MAP =
      new RouteMap(
          List.of(
              new Entry(
                  "role",
                  "code-embedding",
                  List.of("search", "index jobs"),
                  "policy backup",
                  Optional.of("code"),
                  List.of(
                      way("gpu", Path.NORMAL, Serves.NOW, "admitted"),
                      way("other", Path.NORMAL, Serves.NEVER, "refused"),
                      way("far", Path.FALLBACK, Serves.LATER, "unproven"))),
              new Entry(
                  "role",
                  "text-embedding",
                  List.of("search"),
                  "policy local",
                  Optional.empty(),
                  List.of())));

  private static Way way(String route, Path path, Serves serves, String state) {
    return new Way(
        route,
        path,
        serves,
        state,
        serves == Serves.NOW ? "" : "why",
        OptionalInt.empty(),
        "free",
        new Target("m-" + route, "http://h", Optional.of("vllm"), "local"));
  }

  private static String rendered(RouteMap map, boolean terminal, Charset charset) {
    var nowhere = new PrintStream(OutputStream.nullOutputStream(), true, charset);
    return new RouteMapText(new Console(nowhere, nowhere, terminal, 100), map)
        .render()
        .replaceAll("\u001b\\[[0-9]+m", "");
  }

  @Test
  @DisplayName("B6: columns are aligned, and arrows in a pipe are ASCII")
  void pipe() {
    assertThat(rendered(MAP, false, StandardCharsets.UTF_8))
        .isEqualTo(
            """
            search, index jobs --> code-embedding --> table code  (policy backup)
              --> gpu    m-gpu    -->  http://h  vllm, local, free  admitted
              --x other  m-other  -->  http://h  vllm, local, free  refused: why
              ..> far    m-far    -->  http://h  vllm, local, free  unproven: why

            search --> text-embedding  (policy local)
              no route is configured for it
            """);
  }

  @Test
  void terminalHasDrawnArrowsWhereItCanShowThem() {
    assertThat(rendered(MAP, true, StandardCharsets.UTF_8))
        .contains(
            "  ──> gpu    m-gpu    ──>  http://h",
            "  ──x other  m-other  ──>  http://h",
            "  ··> far    m-far    ──>  http://h");
    assertThat(rendered(MAP, true, StandardCharsets.US_ASCII))
        .isEqualTo(rendered(MAP, false, StandardCharsets.UTF_8));
  }

  @Test
  void namesOfOthersCommandNoTerminal() {
    var hostile = way("r\u001b[2J", Path.NORMAL, Serves.NEVER, "refused\r\n");
    var map =
        new RouteMap(
            List.of(
                new Entry(
                    "profile",
                    "p\u0007",
                    List.of("chat"),
                    "rule",
                    Optional.empty(),
                    List.of(hostile))));

    assertThat(rendered(map, false, StandardCharsets.UTF_8))
        .matches("[\\x20-\\x7e\n]+")
        .contains("p\\u0007", "r\\u001B[2J", "refused\\r\\n");
  }

  @Test
  void emptyMapSaysSo() {
    assertThat(rendered(new RouteMap(List.of()), false, StandardCharsets.UTF_8))
        .isEqualTo("Nothing can be asked for: no role and no profile.\n");
  }
}
