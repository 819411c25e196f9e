package dev.interlock.it.standin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.account.Account;
import dev.interlock.core.account.AccountKind;
import dev.interlock.core.budget.Effect;
import dev.interlock.core.budget.Lease;
import dev.interlock.core.budget.Outcome;
import dev.interlock.core.budget.Use;
import dev.interlock.core.error.ApiError;
import dev.interlock.runtime.account.AccountLane;
import dev.interlock.runtime.account.Permits;
import dev.interlock.runtime.upstream.Head;
import dev.interlock.runtime.upstream.Loss;
import dev.interlock.runtime.upstream.Outgoing;
import dev.interlock.runtime.upstream.Upstream;
import dev.interlock.sidecar.InProcessLink;
import dev.interlock.sidecar.Sidecar;
import dev.interlock.wire.openrouter.KeyInfo;
import dev.interlock.wire.relay.CloudKey;
import dev.interlock.wire.relay.Frame;
import dev.interlock.wire.relay.Frames;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// The budget of an account and the transport to it, by the cloud's own count.
final class LeasedCallsTest extends StandInTests {
  private static final String NAME = "openrouter";
  private static final Duration TERM = Duration.ofMinutes(10);

  private final InProcessLink.Ends link = InProcessLink.pair();
  private final Queue<Frame> told = new ConcurrentLinkedQueue<>();
  private Optional<AccountLane> permits = Optional.empty();
  private Optional<Sidecar> sidecar = Optional.empty();

  @BeforeEach
  void join() {
    var account =
        new Account(
            NAME,
            AccountKind.OPENROUTER,
            cloud().api(),
            Optional.empty(),
            OptionalInt.empty(),
            Optional.empty());
    var identity = new Sidecar.Identity("built-in", ground.vertx(), time);
    link.server().hear(bytes -> Frames.decode(bytes).ifPresent(told::add));
    var joined = new Sidecar(identity, List.of(account), Map.of());
    joined.attach(link.sidecar());
    sidecar = Optional.of(joined);
    permits = Optional.of(new AccountLane(new AccountLane.Clock(time, time), 1, _ -> {}));
    var setup = new Frame.Setup(true, List.of(), "0a0b");
    var key = CloudKey.take(KEY.getBytes(UTF_8));
    link.server().send(Frames.encode(new Frame.Configure(NAME, 1, setup, Optional.of(key))));
  }

  @AfterEach
  void leave() {
    sidecar.ifPresent(Sidecar::close);
  }

  @Test
  @DisplayName("A8: three holders, bulk and interactive and questions: never more than the permits")
  void allShareOneBudget() {
    permits().limited(OptionalInt.of(8));
    cloud().set("speed", "{\"latencyMs\": 500}");
    cloud().set("limits", "{\"permits\": 8}");
    var calls = new ArrayList<CompletableFuture<Integer>>();
    for (int i = 0; i < 24; i++) {
      var use = i % 2 == 0 ? Use.BULK : Use.INTERACTIVE;
      calls.add(called("holder-" + i % 3, use, "text " + i));
    }
    for (int i = 0; i < 3; i++) {
      asked(100 + i, "/key");
    }
    await(() -> cloud().stats().path("inFlight").asInt() == 8, "eight calls at once");
    await(() -> moved(calls) && answers() == 3, "all answers");

    assertThat(calls).allSatisfy(call -> assertThat(call.join()).isEqualTo(200));
    assertThat(cloud().peakParallel()).isEqualTo(8);
    assertThat(cloud().stats().path("calls").asInt()).isEqualTo(27);
    assertThat(cloud().stats().path("statuses").path("429").isMissingNode()).isTrue();
    assertThat(permits().view().permits().inFlight()).isZero();
    assertThat(told.stream().filter(Frame.Told.class::isInstance).map(Frame.Told.class::cast))
        .allSatisfy(frame -> assertThat(KeyInfo.decode(frame.body().getBytes(UTF_8))).isPresent());
  }

  @Test
  @DisplayName("A8, A14: without a lease nothing reaches the cloud, and its refusal loses the key")
  void refusalLosesTheKey() {
    var ends = new Ends();
    ground.vertx().runOnContext(_ -> sidecar().upstream(NAME, MINILM).send(outgoing(), ends));
    assertThat(ends.status.orTimeout(60, TimeUnit.SECONDS).join()).isZero();
    assertThat(cloud().stats().path("calls").asInt()).isZero();

    cloud().set("faults", "{\"kind\": \"unauthorized\"}");
    asked(7, "/credits");
    await(() -> answers() == 1, "the answer");

    var frame = told.stream().filter(Frame.Told.class::isInstance).findFirst().orElseThrow();
    assertThat(((Frame.Told) frame).status()).isEqualTo(401);
    assertThat(((Frame.Told) frame).body()).contains("Incorrect API key").doesNotContain(KEY);
  }

  private AccountLane permits() {
    return permits.orElseThrow();
  }

  private Sidecar sidecar() {
    return sidecar.orElseThrow();
  }

  private long answers() {
    return told.stream().filter(Frame.Told.class::isInstance).count();
  }

  private boolean moved(List<CompletableFuture<Integer>> calls) {
    time.advance(Duration.ofMillis(500));
    return calls.stream().allMatch(CompletableFuture::isDone);
  }

  private CompletableFuture<Integer> called(String holder, Use use, String text) {
    var ends = new Ends();
    var wish = new Permits.Wish(holder, "", use, TERM, TERM);
    permits()
        .ask(
            wish,
            asker(
                lease -> {
                  var call =
                      new Outgoing(
                          "/embeddings",
                          "application/json",
                          Buffer.buffer(Json.bytes(call("harbour", text))),
                          Optional.of(lease));
                  var _ =
                      ends.status.whenComplete(
                          (_, _) -> permits().ended(lease, new Outcome.Answered(500_000_000)));
                  ground
                      .vertx()
                      .runOnContext(_ -> sidecar().upstream(NAME, MINILM).send(call, ends));
                }));
    return ends.status;
  }

  private void asked(long id, String path) {
    var wish = new Permits.Wish("built-in", "", Use.WATCH, TERM, TERM);
    permits()
        .ask(
            wish,
            asker(
                lease -> {
                  link.server().send(Frames.encode(new Frame.Ask(id, NAME, path, lease)));
                  var _ =
                      CompletableFuture.runAsync(
                          () -> {
                            await(() -> answered(id), "answer " + id);
                            permits().ended(lease, new Outcome.Answered(1));
                          });
                }));
  }

  private boolean answered(long id) {
    return told.stream().anyMatch(f -> f instanceof Frame.Told t && t.id() == id);
  }

  private static Outgoing outgoing() {
    return new Outgoing(
        "/embeddings",
        "application/json",
        Buffer.buffer(Json.bytes(call("harbour", "a"))),
        Optional.empty());
  }

  private static Permits.Asker asker(Consumer<Lease> granted) {
    return new Permits.Asker() {
      @Override
      public void granted(Lease lease) {
        granted.accept(lease);
      }

      @Override
      public void refused(Effect.Refused refusal) {
        throw new AssertionError("refused: " + refusal);
      }
    };
  }

  /// The status of one call; 0 where none came.
  private static final class Ends implements Upstream.Incoming {
    private final CompletableFuture<Integer> status = new CompletableFuture<>();
    private volatile int head;

    @Override
    public void sent() {}

    @Override
    public void head(Head answer) {
      head = answer.status();
    }

    @Override
    public void bytes(Buffer part) {}

    @Override
    public void end() {
      status.complete(head);
    }

    @Override
    public void lost(Loss loss) {
      status.complete(0);
    }

    @Override
    public void unfit(ApiError error) {
      status.complete(0);
    }
  }
}
