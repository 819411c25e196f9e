package dev.interlock.server.routes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.server.routes.RouteMap.Entry;
import dev.interlock.server.routes.RouteMap.Path;
import dev.interlock.server.routes.RouteMap.Serves;
import dev.interlock.server.routes.RouteMap.Target;
import dev.interlock.server.routes.RouteMap.Way;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

/// B6: the drawing is well-formed whatever the names are, and each path looks as it is.
class RouteMapSvgTest {
  private static Way way(String route, Path path, Serves serves) {
    return new Way(
        route,
        path,
        serves,
        "state",
        "reason",
        OptionalInt.empty(),
        "free",
        new Target("model", "http://host", Optional.of("vllm"), "local"));
  }

  private static RouteMap map(String name, Way... ways) {
    return new RouteMap(
        List.of(
            new Entry("profile", name, List.of("chat"), "rule", Optional.empty(), List.of(ways))));
  }

  private static Document parsed(String svg) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(svg)));
  }

  private static List<String> texts(String svg, String element) throws Exception {
    var found = parsed(svg).getElementsByTagName(element);
    var texts = new ArrayList<String>();
    for (int i = 0; i < found.getLength(); i++) {
      texts.add(found.item(i).getTextContent());
    }
    return texts;
  }

  @Test
  @DisplayName("B6: normal solid, fallback dotted, refused crossed out and without an arrow")
  void pathsLookAsTheyAre() {
    assertThat(RouteMapSvg.of(map("p", way("r", Path.NORMAL, Serves.NOW))))
        .contains("class=\"line now\"", "class=\"head now\"")
        .doesNotContain("class=\"line fallback now\"");
    assertThat(RouteMapSvg.of(map("p", way("r", Path.FALLBACK, Serves.LATER))))
        .contains("class=\"line fallback later\"", "class=\"head later\"");
    assertThat(RouteMapSvg.of(map("p", way("r", Path.FALLBACK, Serves.NEVER))))
        .contains("class=\"line fallback never\"", "class=\"never\">state: reason")
        .doesNotContain("class=\"head never\"", "class=\"head now\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<script>alert(1)</script>",
        "\" onload=\"alert(1)",
        "'&amp;]]>",
        "</title></svg>",
        "\u0000\u0007\u001b[31m",
        "\ud800",
        "\u202egpj.exe",
        "北京\ud83c\udf38"
      })
  void namesOfOthersAreOnlyText(String hostile) throws Exception {
    var svg = RouteMapSvg.of(map(hostile, way(hostile, Path.NORMAL, Serves.NOW)));

    assertThat(svg).matches("[\\x20-\\x7e\\n]+").doesNotContain("<script", "onload=\"");
    assertThat(parsed(svg).getElementsByTagName("script").getLength()).isZero();
    assertThat(texts(svg, "text")).contains(SvgText.seen(hostile));
  }

  @Test
  void nothingIsLoadedFromElsewhere() {
    assertThat(RouteMapSvg.of(map("p", way("r", Path.NORMAL, Serves.NOW))))
        .doesNotContain("href", "url(", "@import", "<image", "<use");
  }

  @Test
  void screenReadersGetEverySentence() throws Exception {
    var svg = RouteMapSvg.of(map("p", way("r", Path.FALLBACK, Serves.NEVER)));

    assertThat(parsed(svg).getDocumentElement().getAttribute("role")).isEqualTo("img");
    assertThat(texts(svg, "desc"))
        .containsExactly(
            "p, asked by chat: fallback r to model, http://host (free), state: reason.");
  }

  @Test
  void emptyMapsSaySo() throws Exception {
    assertThat(texts(RouteMapSvg.of(new RouteMap(List.of())), "text"))
        .containsExactly("Nothing can be asked for: no role and no profile.");
    assertThat(texts(RouteMapSvg.of(map("p")), "text")).contains("no route is configured for it");
  }

  @Test
  @DisplayName("a word that is too wide loses its middle, and its title keeps it whole")
  void wideNamesAreShortened() throws Exception {
    var wide = "w".repeat(300) + "-end";
    var svg = RouteMapSvg.of(map("p", way(wide, Path.NORMAL, Serves.NOW)));

    assertThat(texts(svg, "text")).noneMatch(wide::equals).anyMatch(t -> t.endsWith("-end"));
    assertThat(texts(svg, "title")).anyMatch(t -> t.contains(wide));
    assertThat(SvgText.wrapped("aaa ".repeat(99).strip(), 1000, 2)).hasSize(2);
    assertThat(SvgText.wrapped("aaa bbb", 1000, 2)).containsExactly("aaa bbb");
    assertThat(SvgText.wrapped("aaa bbb", 200, 2)).containsExactly("aaa", "bbb");
  }
}
