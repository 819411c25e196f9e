package dev.interlock.it.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.table.TableName;
import dev.interlock.it.Station;
import dev.interlock.server.routes.RouteMap;
import dev.interlock.server.routes.RouteMapSvg;
import dev.interlock.testkit.ScriptedEmbeddings;
import dev.interlock.testkit.Scripts;
import dev.interlock.testkit.VectorFunction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/// The picture of the README is what a server draws that runs on `examples/interlock-routes.yaml`,
/// with scripted engines behind its hosts. `-Dinterlock.docs=write` draws it anew.
final class PictureTest {
  private static final VectorFunction TRUE = VectorFunction.hashing(64);

  @TempDir private Path folder = Path.of("");

  @Test
  @DisplayName("B6: docs/route-map.svg is the live map of examples/interlock-routes.yaml")
  void pictureIsDrawnByTheProgram() throws IOException {
    try (var first = ScriptedEmbeddings.start(Scripts.of(TRUE));
        var second = ScriptedEmbeddings.start(Scripts.of(TRUE.atCosine(0.98)));
        var far = ScriptedEmbeddings.start(Scripts.of(TRUE))) {
      var standIns = new LinkedHashMap<String, String>();
      standIns.put("http://gpu1.lan:8080/v1", first.url().toString());
      standIns.put("http://gpu2.lan:8080/v1", second.url().toString());
      standIns.put("https://embed.example/v1", far.url().toString());

      PagesTest.isMade("docs/route-map.svg", RouteMapSvg.of(map(standIns)));
    }
  }

  private RouteMap map(Map<String, String> standIns) throws IOException {
    var yaml = Files.readString(PagesTest.root().resolve("examples/interlock-routes.yaml"));
    for (var host : standIns.entrySet()) {
      assertThat(yaml).contains(host.getKey());
      yaml = yaml.replace(host.getKey(), host.getValue());
    }
    try (var station = Station.start(folder, yaml)) {
      station.gate("emb1", TableName.CODE);
      station.gate("embedded", TableName.DOCS);
      var json = station.get("/api/v1/routes").json().toString();
      for (var host : standIns.entrySet()) {
        json = json.replace(host.getValue(), host.getKey());
      }
      return JsonMapper.builder().build().readValue(json, RouteMap.class);
    }
  }
}
