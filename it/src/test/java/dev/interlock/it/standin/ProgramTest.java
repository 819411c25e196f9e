package dev.interlock.it.standin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.it.PlainHttp;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The stand-ins as the program that an example starts.
@Timeout(60)
final class ProgramTest {
  @TempDir private Path folder = Path.of("");

  @Test
  void itTellsItsAddressesAndEndsWithItsInput() throws IOException, InterruptedException {
    var program =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                StandIns.class.getName(),
                folder.toString(),
                "cloud",
                "engine")
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (var out =
            new BufferedReader(
                new InputStreamReader(program.getInputStream(), StandardCharsets.UTF_8));
        var client = PlainHttp.client()) {
      var cloud = out.readLine();
      var engine = out.readLine();

      assertThat(cloud).matches("cloud http://127\\.0\\.0\\.1:\\d+/api/v1");
      assertThat(engine).matches("engine http://127\\.0\\.0\\.1:\\d+");
      assertThat(status(client, cloud.substring(6) + "/models")).isEqualTo(200);
      assertThat(status(client, engine.substring(7) + "/health")).isEqualTo(200);

      program.getOutputStream().close();
      assertThat(program.waitFor(20, TimeUnit.SECONDS)).isTrue();
      assertThat(program.exitValue()).isZero();
    } finally {
      program.destroyForcibly();
    }
  }

  private static int status(HttpClient client, String url)
      throws IOException, InterruptedException {
    var request = HttpRequest.newBuilder(URI.create(url)).build();
    return client.send(request, BodyHandlers.discarding()).statusCode();
  }
}
