package dev.interlock.sidecar;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.account.Account;
import dev.interlock.core.account.AccountKind;
import dev.interlock.core.budget.Lease;
import dev.interlock.core.budget.Use;
import dev.interlock.core.error.ApiError;
import dev.interlock.runtime.upstream.Head;
import dev.interlock.runtime.upstream.Loss;
import dev.interlock.runtime.upstream.Outgoing;
import dev.interlock.runtime.upstream.Upstream;
import dev.interlock.testkit.ChatReply;
import dev.interlock.testkit.Request;
import dev.interlock.testkit.ScriptedChat;
import dev.interlock.wire.relay.CloudKey;
import dev.interlock.wire.relay.Frame;
import dev.interlock.wire.relay.Frames;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SidecarTest {
  private static final Vertx VERTX = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
  private static final String KEY = "sk-canary/7f3a91\"e";
  private static final Frame.Setup OPEN = new Frame.Setup(true, List.of(), "0a0b");

  private final AtomicLong now = new AtomicLong();
  private final BlockingQueue<Frame> heard = new LinkedBlockingQueue<>();
  private final InProcessLink.Ends link = InProcessLink.pair();
  private final ScriptedChat cloud = ScriptedChat.start(_ -> ChatReply.json(200, "{\"ok\":1}"));
  private Sidecar sidecar = sidecar(Map.of());

  @BeforeEach
  void listen() throws InterruptedException {
    link.server().hear(bytes -> heard.add(Frames.decode(bytes).orElseThrow()));
    sidecar.attach(link.sidecar());
    assertThat(next()).isInstanceOf(Frame.Hello.class);
  }

  @AfterEach
  void close() {
    sidecar.close();
    cloud.close();
  }

  @AfterAll
  static void end() {
    VERTX.close().await();
  }

  private Sidecar sidecar(Map<String, CloudKey> own) {
    var account =
        new Account(
            "a",
            AccountKind.OPENAI,
            cloud.url().toString(),
            Optional.empty(),
            OptionalInt.empty(),
            Optional.empty());
    var identity = new Sidecar.Identity("built-in", VERTX, now::get);
    return new Sidecar(identity, List.of(account), own);
  }

  private Frame next() throws InterruptedException {
    return Optional.ofNullable(heard.poll(20, TimeUnit.SECONDS)).orElseThrow();
  }

  private Frame.Held configure(long epoch, Frame.Setup setup, String key)
      throws InterruptedException {
    var held =
        key.isEmpty()
            ? Optional.<CloudKey>empty()
            : Optional.of(CloudKey.take(key.getBytes(UTF_8)));
    link.server().send(Frames.encode(new Frame.Configure("a", epoch, setup, held)));
    return ((Frame.Ack) next()).held();
  }

  private static Optional<Lease> lease(long id, long expires) {
    return Optional.of(new Lease(id, "built-in", "", Use.INTERACTIVE, 0, expires));
  }

  private String call(Optional<Lease> lease, String model) {
    return call(lease, model, new CompletableFuture<>());
  }

  private String call(Optional<Lease> lease, String model, CompletableFuture<String> end) {
    var call = new Outgoing("/chat/completions", "application/json", Buffer.buffer("{}"), lease);
    VERTX.runOnContext(_ -> sidecar.upstream("a", model).send(call, new Ends(end)));
    return end.orTimeout(60, TimeUnit.SECONDS).join();
  }

  /// Completes with the answer, or with why there is none.
  private record Ends(CompletableFuture<String> told) implements Upstream.Incoming {
    @Override
    public void sent() {}

    @Override
    public void head(Head head) {}

    @Override
    public void bytes(Buffer part) {
      told.complete(part.toString());
    }

    @Override
    public void end() {
      told.complete("");
    }

    @Override
    public void lost(Loss loss) {
      told.complete(loss.words());
    }

    @Override
    public void unfit(ApiError error) {
      told.complete(error.message());
    }
  }

  private static String bearer(Request request) {
    return request.headers().getOrDefault("authorization", "");
  }

  @Test
  @DisplayName("A14: a pushed key goes out with the calls of its account, and nothing else does")
  void callsBearTheKey() throws InterruptedException {
    assertThat(configure(1, OPEN, "").key()).isFalse();
    assertThat(call(lease(1, 9), "m")).contains("account a has no key here");
    var held = configure(2, OPEN, KEY);
    assertThat(held.key()).isTrue();
    assertThat(held.epoch()).isEqualTo(2);
    assertThat(call(lease(2, 9), "m")).isEqualTo("{\"ok\":1}");
    assertThat(cloud.requests())
        .singleElement()
        .satisfies(
            request -> {
              assertThat(bearer(request)).isEqualTo("Bearer " + KEY);
              assertThat(request.headers().keySet())
                  .containsExactlyInAnyOrder(
                      "authorization",
                      "accept",
                      "user-agent",
                      "content-type",
                      "content-length",
                      "host");
            });
  }

  @Test
  @DisplayName("A8: no call leaves without a live lease that is its own")
  void callsNeedALease() throws InterruptedException {
    configure(1, OPEN, KEY);
    now.set(9);
    assertThat(call(Optional.empty(), "m")).contains("holds no permit");
    assertThat(call(lease(1, 9), "m")).contains("permit has expired");
    var gate = new CompletableFuture<Void>();
    cloud.answering(_ -> ChatReply.head(200, Map.of()).until(gate).bytes("late").end());
    var first = new CompletableFuture<String>();
    VERTX.runOnContext(
        _ ->
            sidecar
                .upstream("a", "m")
                .send(
                    new Outgoing("/x", "*/*", Buffer.buffer("{}"), lease(2, 99)), new Ends(first)));
    cloud.awaitRequests(1);
    assertThat(call(lease(2, 99), "m")).contains("another call is under way");
    gate.complete(null);
    assertThat(first.orTimeout(60, TimeUnit.SECONDS).join()).isEqualTo("late");
    assertThat(cloud.requests()).hasSize(1);
  }

  @Test
  @DisplayName("A15: a disabled account and a model that is not on its list are not called")
  void setupIsObeyed() throws InterruptedException {
    configure(1, new Frame.Setup(true, List.of("m"), ""), KEY);
    assertThat(call(lease(1, 9), "n")).contains("may not be asked for n");
    configure(2, new Frame.Setup(false, List.of(), ""), "");
    assertThat(call(lease(2, 9), "m")).contains("is disabled");
    assertThat(cloud.requests()).isEmpty();
    configure(3, OPEN, "");
    assertThat(call(lease(3, 9), "n")).isEqualTo("{\"ok\":1}");
  }

  @Test
  @DisplayName("C46: what the provider says of itself is told without the key that it repeats")
  void questions() throws InterruptedException {
    configure(1, OPEN, KEY);
    cloud.answering(_ -> ChatReply.error(401, "no " + KEY.replace("\"", "\\\""), "x"));
    link.server().send(Frames.encode(new Frame.Ask(7, "a", "/key", lease(1, 9).orElseThrow())));
    var told = (Frame.Told) next();
    assertThat(told.id()).isEqualTo(7);
    assertThat(told.status()).isEqualTo(401);
    assertThat(told.body()).contains("no [key]").doesNotContain("canary");
    assertThat(cloud.requests())
        .singleElement()
        .satisfies(
            request -> {
              assertThat(request.method()).isEqualTo("GET");
              assertThat(request.path()).isEqualTo("/v1/key");
              assertThat(bearer(request)).isEqualTo("Bearer " + KEY);
            });
    link.server().send(Frames.encode(new Frame.Ask(8, "b", "/key", lease(2, 9).orElseThrow())));
    assertThat(next()).isEqualTo(new Frame.Told(8, 0, "no account is named b"));
  }

  @Test
  @DisplayName(
      "A14: a key that the sidecar found by itself is told of, and waits until it is enabled")
  void ownKey() throws InterruptedException {
    sidecar.close();
    sidecar = sidecar(Map.of("a", CloudKey.take(KEY.getBytes(UTF_8))));
    sidecar.attach(link.sidecar());
    assertThat(((Frame.Hello) next()).held())
        .containsExactly(new Frame.Held("a", 0, Optional.empty(), true));
    assertThat(call(lease(1, 9), "m")).contains("is disabled");
    assertThat(configure(1, OPEN, "").fingerprint()).isPresent();
    assertThat(call(lease(1, 9), "m")).isEqualTo("{\"ok\":1}");
  }
}
