package dev.interlock.runtime.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.testkit.ManualTime;
import dev.interlock.testkit.Reply;
import dev.interlock.testkit.ScriptedEmbeddings;
import io.vertx.core.Vertx;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ModelNamesTest {
  private static final Duration LIMIT = Duration.ofSeconds(10);

  private final Vertx vertx = Vertx.vertx();
  private final ModelNames models = new ModelNames(vertx, new ManualTime());

  @AfterEach
  void close() {
    vertx.close().await();
  }

  private Offered of(Reply reply) {
    try (var host = ScriptedEmbeddings.telling(_ -> reply)) {
      var offered = models.of(host.url(), HostKey.NONE, LIMIT).join();
      var request = host.requests().getFirst();
      assertThat(request.method() + " " + request.path()).isEqualTo("GET /v1/models");
      return offered;
    }
  }

  @Test
  void namesAreTold() {
    assertThat(of(Reply.json("{\"data\":[{\"id\":\"a\"},{\"id\":\"b\"}]}")))
        .isEqualTo(new Offered.Names(List.of("a", "b")));
  }

  @Test
  void aHostWithoutAListIsReachable() {
    assertThat(of(Reply.json("[]"))).isInstanceOf(Offered.Unlisted.class);
    assertThat(of(Reply.status(401, "no key")))
        .isInstanceOfSatisfying(
            Offered.Unlisted.class,
            u -> {
              assertThat(u.status()).isEqualTo(401);
              assertThat(u.reason())
                  .endsWith(
                      "answered 401: no key; it wants a key: give its host a key in"
                          + " interlock.yaml");
            });
  }

  @Test
  void nobodyThereIsSaidWithHostAndPort() {
    var host = ScriptedEmbeddings.telling(_ -> Reply.status(200, ""));
    var url = host.url();
    host.close();
    assertThat(models.of(url, HostKey.NONE, LIMIT).join())
        .isInstanceOfSatisfying(
            Offered.Unreachable.class,
            u -> assertThat(u.reason()).contains("127.0.0.1:" + url.getPort(), "refused"));
  }

  @Test
  void aSilentHostEndsWithTheLimit() {
    try (var host = ScriptedEmbeddings.telling(_ -> new Reply.Hang())) {
      assertThat(models.of(host.url(), HostKey.NONE, Duration.ofMillis(200)).join())
          .isInstanceOf(Offered.Unreachable.class);
      host.awaitAbandoned(1);
    }
  }

  @Test
  void pathsOfAllKindsAreKept() {
    assertThat(Endpoint.of(URI.create("http://a"), "m").openAi("/models")).isEqualTo("/v1/models");
    assertThat(Endpoint.of(URI.create("http://a/x/v1"), "m").openAi("/models"))
        .isEqualTo("/x/v1/models");
  }
}
