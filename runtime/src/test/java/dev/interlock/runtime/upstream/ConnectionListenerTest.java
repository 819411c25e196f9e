package dev.interlock.runtime.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.embed.EmbedOutcome;
import dev.interlock.core.embed.EmbedOutcome.Answered;
import dev.interlock.core.embed.EmbedRequest;
import dev.interlock.core.embed.Fault;
import dev.interlock.core.embed.Urgency;
import dev.interlock.core.route.Dialect;
import dev.interlock.testkit.ManualTime;
import dev.interlock.testkit.Reply;
import dev.interlock.testkit.ScriptedEmbeddings;
import dev.interlock.testkit.Scripts;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class ConnectionListenerTest {
  private final Vertx vertx = Vertx.vertx();
  private final ManualTime time = new ManualTime();
  private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
  private final ScriptedEmbeddings engine = ScriptedEmbeddings.start(Scripts.hashing(4));
  private final HttpEmbeddingClient client =
      new HttpEmbeddingClient(
          new EngineHttp(
              vertx,
              time,
              Endpoint.of(engine.url(), "m"),
              new ConnectionListener() {
                @Override
                public void lost(Loss how) {
                  heard.add(how.name());
                }

                @Override
                public void connectedAgain() {
                  heard.add("again");
                }
              }),
          Dialect.OPENAI);

  @AfterEach
  void stop() {
    client.close();
    engine.close();
    vertx.close().await();
  }

  @Test
  void firstConnectionIsNoNews() {
    embed();
    assertThat(heard).isEmpty();
  }

  @Test
  @DisplayName("C23: a restart between calls is heard before the next call")
  void restartBetweenCallsIsHeardAtOnce() throws InterruptedException {
    embed();
    engine.restartOnSamePort();
    assertThat(next()).isEqualTo("IDLE");
    assertThat(engine.requests()).hasSize(1);
    assertThat(embed()).isInstanceOf(Answered.class);
    assertThat(heard).containsExactly("again");
  }

  @Test
  @DisplayName("C72 C77: an engine that was down is heard of when it comes")
  void engineThatWasDownIsHeardOfWhenItComes() {
    engine.stop();
    embed();
    embed();
    engine.startAgain();
    embed();
    embed();
    assertThat(heard).containsExactly("REFUSED", "REFUSED", "again");
  }

  @Test
  void breakUnderCallIsHeardBeforeItsAnswerReturns() {
    embed();
    engine.answering(
        request -> request.number() == 2 ? new Reply.Drop() : Scripts.hashing(4).answer(request));
    assertThat(embed()).isInstanceOf(Answered.class);
    assertThat(heard).containsExactly("IN_USE", "again");
  }

  @Test
  void announcedCloseIsNoLoss() {
    engine.answering(
        Scripts.always(
            new Reply.Status(
                200, "{\"data\":[{\"embedding\":[1]}]}", Map.of("connection", "close"))));
    for (int i = 0; i < 3; i++) {
      embed();
    }
    assertThat(engine.connections()).isEqualTo(3);
    assertThat(heard).isEmpty();
  }

  @Test
  void closeBeforeTheAnnouncedTimeIsLoss() throws InterruptedException {
    engine.answering(
        Scripts.always(
            new Reply.Status(
                200, "{\"data\":[{\"embedding\":[1]}]}", Map.of("keep-alive", "timeout=5"))));
    embed();
    time.advance(Duration.ofSeconds(4));
    engine.stop();
    assertThat(next()).isEqualTo("IDLE");
  }

  @Test
  void closingTheClientIsNoLoss() {
    embed();
    client.close();
    vertx.close().await();
    assertThat(heard).isEmpty();
  }

  @Test
  void callsAfterTheLoopIsGoneAreUnreachable() {
    vertx.close().await();
    assertThat(embed())
        .isInstanceOfSatisfying(
            EmbedOutcome.Failed.class,
            failed -> assertThat(failed.fault()).isEqualTo(Fault.UNREACHABLE));
  }

  private EmbedOutcome embed() {
    return client.embed(new EmbedRequest(List.of("a"), Urgency.BULK, OptionalInt.empty()));
  }

  private String next() throws InterruptedException {
    String event = heard.poll(20, TimeUnit.SECONDS);
    return event == null ? "nothing" : event;
  }
}
