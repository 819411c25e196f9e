package dev.interlock.server.accounts;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.core.account.Account;
import dev.interlock.core.money.NanoUsd;
import dev.interlock.core.money.Residue;
import dev.interlock.runtime.account.AccountLane;
import dev.interlock.runtime.account.KeyPermits;
import dev.interlock.runtime.store.AccountSettings;
import dev.interlock.runtime.store.Database;
import dev.interlock.server.http.Answer;
import dev.interlock.server.http.Call;
import dev.interlock.server.http.Endpoint;
import dev.interlock.server.http.Rejected;
import dev.interlock.testkit.ManualTime;
import dev.interlock.wire.relay.Frame;
import dev.interlock.wire.relay.Frames;
import dev.interlock.wire.relay.Link;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AccountsApiTest {
  @TempDir private Path folder = Path.of("");

  private final ManualTime time = new ManualTime();
  private final FakeSidecar sidecar = new FakeSidecar();
  private Optional<Database> database = Optional.empty();
  private Optional<AccountDesk> desk = Optional.empty();
  private Optional<AccountsApi> api = Optional.empty();

  /// Acknowledges what it is configured with.
  private static final class FakeSidecar implements Link {
    private final List<Frame> came = new ArrayList<>();
    private Consumer<byte[]> server = _ -> {};
    private Runnable gone = () -> {};
    private boolean key;

    @Override
    public void send(byte[] frame) {
      var decoded = Frames.decode(frame).orElseThrow();
      came.add(decoded);
      if (decoded instanceof Frame.Configure configure) {
        key |= configure.key().isPresent();
        var print = key ? Optional.of("f") : Optional.<String>empty();
        server.accept(
            Frames.encode(
                new Frame.Ack(new Frame.Held(configure.account(), configure.epoch(), print, key))));
      }
    }

    @Override
    public void hear(Consumer<byte[]> hearer) {
      server = hearer;
    }

    @Override
    public void ended(Runnable hearer) {
      gone = hearer;
    }

    @Override
    public void close() {}

    /// What it was asked last.
    private Frame.Ask asked() {
      return came.reversed().stream()
          .filter(Frame.Ask.class::isInstance)
          .map(Frame.Ask.class::cast)
          .findFirst()
          .orElseThrow();
    }

    private void tell(long id, String body) {
      server.accept(Frames.encode(new Frame.Told(id, 200, body)));
    }
  }

  private static final class Unheard implements AccountDesk.Listener {
    @Override
    public void capped(String account, Optional<NanoUsd> daily) {}

    @Override
    public void used(String account, Residue.Look look) {}

    @Override
    public void anotherKey(String account) {}

    @Override
    public void looked(String account) {}
  }

  private static final class NoMoney implements AccountDesk.Money {
    @Override
    public Optional<NanoUsd> left(String account) {
      return Optional.empty();
    }

    @Override
    public NanoUsd settled(String account) {
      return NanoUsd.ZERO;
    }
  }

  @BeforeEach
  void open() {
    var opened = Database.open(folder.resolve("db"), folder, _ -> {});
    database = Optional.of(opened);
    var books =
        new AccountDesk.Books(
            new AccountSettings(opened),
            Map.of(Account.OPENROUTER.name(), permits()),
            (_, _) -> {},
            new NoMoney(),
            new Alarms(time, Optional.empty()),
            new Unheard());
    var around =
        new AccountDesk.Surroundings(time, time, time, Runnable::run, new SplittableRandom(1));
    var desk = new AccountDesk(List.of(Account.OPENROUTER), books, around);
    desk.connected(sidecar);
    this.desk = Optional.of(desk);
    api = Optional.of(new AccountsApi(desk));
  }

  private AccountView view() {
    return desk.orElseThrow().view(Account.OPENROUTER.name());
  }

  private KeyPermits permits() {
    return new KeyPermits(
        first -> new AccountLane(new AccountLane.Clock(time, time), first, _ -> {}),
        new KeyPermits.Clocks(time, time),
        OptionalInt.empty());
  }

  @AfterEach
  void close() {
    database.ifPresent(Database::close);
  }

  private Answer ask(String verb, byte[] body, boolean confidential) {
    var endpoint =
        api.orElseThrow().endpoints().stream()
            .filter(e -> e.pattern().endsWith("/" + verb))
            .findFirst()
            .orElseThrow();
    assertThat(endpoint.access()).isEqualTo(Endpoint.Access.ADMIN);
    var call =
        new Call("", "/x", Map.of("name", "openrouter"), Map.of(), Map.of(), body, confidential);
    return ((Endpoint.Handler) endpoint.work()).handle(call);
  }

  @Test
  @DisplayName(
      "A14: a key that came unencrypted from another machine is refused and passed to nobody")
  void plainConnection() {
    var body = "{\"key\":\"sk-1\"}".getBytes(UTF_8);
    assertThatThrownBy(() -> ask("key", body, false))
        .isInstanceOfSatisfying(
            Rejected.class,
            refused -> {
              assertThat(refused.error().status()).isEqualTo(403);
              assertThat(refused.error().code()).isEqualTo("plain_connection");
            });
    assertThat(sidecar.came).isEmpty();
    assertThat(body).containsOnly(0);
  }

  @Test
  @DisplayName("A14: a pushed key leaves at once in one frame, and the body is overwritten")
  void pushed() {
    var body = "{\"key\":\"sk-1\",\"models\":[\"m\"]}".getBytes(UTF_8);
    var answer = ask("key", body, true);
    assertThat(answer.status()).isEqualTo(200);
    assertThat(new String(answer.body(), UTF_8)).contains("\"present\"").doesNotContain("sk-1");
    assertThat(body).containsOnly(0);
    assertThat(sidecar.came.getFirst())
        .isInstanceOfSatisfying(
            Frame.Configure.class,
            frame -> {
              assertThat(frame.key()).isPresent();
              assertThat(frame.epoch()).isEqualTo(1);
              assertThat(frame.setup().models()).containsExactly("m");
            });
  }

  @Test
  @DisplayName("A15: each decision has an epoch above the one before")
  void epochsGrow() {
    ask("key", "{\"key\":\"sk-1\"}".getBytes(UTF_8), true);
    ask("disable", new byte[0], true);
    ask("enable", "{\"dailyUsd\":1}".getBytes(UTF_8), true);
    assertThat(
            sidecar.came.stream()
                .filter(Frame.Configure.class::isInstance)
                .map(Frame.Configure.class::cast)
                .map(Frame.Configure::epoch))
        .containsExactly(1L, 2L, 3L);
    assertThat(
            sidecar.came.stream()
                .filter(Frame.Configure.class::isInstance)
                .map(Frame.Configure.class::cast)
                .map(frame -> frame.setup().enabled()))
        .containsExactly(true, false, true);
  }

  @Test
  @DisplayName("A15 (33): a push that no sidecar took is told as one, and is no fact of a push")
  void untakenPushIsNoPush() {
    sidecar.gone.run();
    var answer = ask("key", "{\"key\":\"sk-1\"}".getBytes(UTF_8), true);
    assertThat(answer.status()).isEqualTo(503);
    assertThat(new String(answer.body(), UTF_8)).contains("sidecar_silent");
    assertThat(view().key()).isEqualTo("absent");
    assertThat(view().pushedAt()).isEmpty();
    assertThat(sidecar.came).isEmpty();

    desk.orElseThrow().connected(sidecar);
    assertThat(ask("key", "{\"key\":\"sk-1\"}".getBytes(UTF_8), true).status()).isEqualTo(200);
    assertThat(view().pushedAt()).contains(time.now());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          key    | {"key":"has a blank","models":["other"]}
          key    | {"key":"sk-2","models":"other"}
          key    | {"models":["other"],"force":true}
          key    | {}
          enable | {"dailyUsd":-1}
          enable | {"dailyUsd":1000001}
          enable | {"dailyUsd":5,"force":true}
          """)
  @DisplayName("A15 (34): what is refused changes nothing, neither here nor at the sidecar")
  void refusedChangesNothing(String verb, String body) {
    ask("key", "{\"key\":\"sk-1\",\"models\":[\"m\"]}".getBytes(UTF_8), true);
    ask("enable", "{\"dailyUsd\":1}".getBytes(UTF_8), true);
    var before = view();
    int frames = sidecar.came.size();
    time.advance(Duration.ofSeconds(1));

    assertThatThrownBy(() -> ask(verb, body.getBytes(UTF_8), true))
        .isInstanceOfSatisfying(
            Rejected.class, refused -> assertThat(refused.error().status()).isEqualTo(400));

    assertThat(view()).isEqualTo(before);
    assertThat(sidecar.came).hasSize(frames);
  }

  @Test
  @DisplayName("A14 (30): an answer counts if it was asked for and comes from who was asked")
  void strangersAnswerNothing() {
    ask("key", "{\"key\":\"sk-1\"}".getBytes(UTF_8), true);
    var rich = "{\"data\":{\"total_credits\":20,\"total_usage\":1}}";
    long id = sidecar.asked().id();
    var newer = new FakeSidecar();
    desk.orElseThrow().connected(newer);

    sidecar.tell(id, rich);
    newer.tell(id + 1, rich);

    assertThat(sidecar.asked().id()).as("no next question").isEqualTo(id);
    assertThat(newer.came).isEmpty();
    newer.tell(id, rich);
    assertThat(newer.asked().id()).as("the next question").isGreaterThan(id);
  }
}
