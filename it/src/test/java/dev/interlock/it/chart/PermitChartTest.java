package dev.interlock.it.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

final class PermitChartTest {
  private static final List<Sample> RUN =
      List.of(
          new Sample(0, 16, 16, 16, false),
          new Sample(10, 0, 8, 16, true),
          new Sample(20, 8, 8, 16, false),
          new Sample(40, 9, 9, 16, false));

  private static Document read(String svg) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
  }

  private static long of(Document svg, String element, String look) {
    var all = svg.getElementsByTagName(element);
    long count = 0;
    for (int i = 0; i < all.getLength(); i++) {
      var named = all.item(i).getAttributes().getNamedItem("class");
      count += named != null && named.getNodeValue().equals(look) ? 1 : 0;
    }
    return count;
  }

  @Test
  void drawsStormPausesAndThreeLines() throws Exception {
    var svg = read(PermitChart.of(RUN, 10, 15));
    assertThat(of(svg, "rect", "storm")).isEqualTo(1);
    // One of the two is in the legend.
    assertThat(of(svg, "rect", "pause")).isEqualTo(2);
    assertThat(of(svg, "path", "use")).isEqualTo(1);
    assertThat(of(svg, "path", "limit")).isEqualTo(1);
    assertThat(of(svg, "path", "ceiling")).isEqualTo(1);
  }

  @Test
  void saysInWordsWhatItShowsAndIsReadInLightAndDark() {
    var svg = PermitChart.of(RUN, 10, 15);
    assertThat(svg)
        .contains("Of 16 permits a storm from second 10 to 15 leaves 8; at second 40 there are 9.")
        .contains("prefers-color-scheme:dark")
        .isASCII();
  }
}
