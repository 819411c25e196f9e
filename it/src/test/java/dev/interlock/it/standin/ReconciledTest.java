package dev.interlock.it.standin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.money.NanoUsd;
import dev.interlock.core.money.Purses;
import dev.interlock.core.money.Scope;
import dev.interlock.it.Station;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What lost calls have cost, by the cloud's own records of them and by what it billed the key.
final class ReconciledTest extends StandInTests {
  @TempDir private Path home = Path.of("");

  private Station served() throws IOException {
    var station =
        Station.start(
            home,
            """
            accounts:
              openrouter: {kind: openrouter, url: "%s", dailyUsd: 1.00}
            routes:
              parrot: {account: openrouter, model: shore/parrot, price: {promptUsdPerMillion: 1, completionUsdPerMillion: 2}}
            profiles:
              coder: {kind: generate, tiers: [{routes: [parrot]}], attempts: 1}
            """
                .formatted(cloud().api()));
    var pushed = "{\"key\": \"%s\"}".formatted(KEY);
    assertThat(station.post("/api/v1/accounts/openrouter/key", pushed).status()).isEqualTo(200);
    return station;
  }

  private static Purses.Standing standing(Station station) {
    return station.running().till().standing(Scope.account("openrouter")).join();
  }

  /// Time goes on, for the server and for its cloud, until the money stands so.
  private void awaitMoney(Station station, Predicate<Purses.Standing> wanted, String complaint) {
    await(
        () -> {
          station.time().advance(Duration.ofSeconds(1));
          time.advance(Duration.ofSeconds(1));
          return wanted.test(standing(station));
        },
        complaint);
  }

  /// A streamed chat by one provider, which may break off.
  private void chat(Station station, String provider) {
    var body =
        """
        {"model": "coder", "stream": true, "max_tokens": 100,
         "messages": [{"role": "user", "content": "one two three four five six seven"}],
         "provider": {"only": ["%s"]}}
        """
            .formatted(provider);
    begun(
            HttpRequest.newBuilder(URI.create(station.url() + "/v1/chat/completions"))
                .header("content-type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body)))
        .handle((_, _) -> true)
        .join();
  }

  private long asked(String path) {
    return cloud().stats().path("paths").properties().stream()
        .filter(p -> p.getKey().contains(path))
        .mapToLong(p -> p.getValue().asLong())
        .sum();
  }

  @Test
  @DisplayName("B5: a stream that broke off is settled by the provider's record, not by a guess")
  void cutStreamIsSettledByItsRecord() throws IOException {
    cloud().set("faults", "{\"kind\": \"cut\", \"path\": \"/chat/completions\", \"pieces\": 5}");
    try (var station = served()) {
      chat(station, "quay");
      assertThat(cloud().billedNanoUsd()).isPositive();
      assertThat(standing(station).reserved().nanos()).isGreaterThan(cloud().billedNanoUsd());
      assertThat(standing(station).spent()).isEqualTo(NanoUsd.ZERO);

      station.passUntil(
          Duration.ofSeconds(1),
          () -> asked("generation") > 0 && cloud().stats().path("statuses").has("404"),
          () -> "a question for the record, which is not there yet");
      awaitMoney(station, s -> s.reserved().equals(NanoUsd.ZERO), "it is settled");

      assertThat(standing(station).spent().nanos()).isEqualTo(cloud().billedNanoUsd());
      assertThat(asked("generation")).isGreaterThan(1);
      assertThat(cloud().peakParallel()).isLessThanOrEqualTo(4);
    }
  }

  @Test
  @DisplayName("B5: a call without a record stays set aside, and counts at its worst after an hour")
  void withoutARecordTheWorstCounts() throws IOException {
    cloud().set("faults", "{\"kind\": \"cut\", \"path\": \"/chat/completions\", \"pieces\": 1}");
    try (var station = served()) {
      chat(station, "harbour");
      var worst = standing(station).reserved();
      assertThat(worst.nanos()).isPositive();

      for (int minute = 0; minute < 59; minute++) {
        station.time().advance(Duration.ofMinutes(1));
        time.advance(Duration.ofMinutes(1));
      }
      assertThat(standing(station).reserved()).isEqualTo(worst);
      awaitMoney(station, s -> s.reserved().equals(NanoUsd.ZERO), "it is written off");

      assertThat(standing(station).spent()).isEqualTo(worst);
    }
  }

  /// What is on disk, one word a row.
  private List<String> rows(String query) {
    var rows = new ArrayList<String>();
    try (var connection =
            DriverManager.getConnection("jdbc:sqlite:" + home.resolve("interlock.db"));
        var found = connection.createStatement().executeQuery(query)) {
      while (found.next()) {
        rows.add(String.valueOf(found.getString(1)));
      }
      return rows;
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  /// The first look says what the key was billed before all.
  private void counted(Station station) {
    await(
        () -> {
          station.time().advance(Duration.ofMillis(10));
          return rows("SELECT label FROM key_baselines").equals(List.of("KEY...001"));
        },
        "a figure to count from");
  }

  /// A call that is billed, and whose caller leaves before the cloud has told its id.
  private void unnamed(Station station) {
    long before = cloud().billedNanoUsd();
    int lost = station.running().till().lost().size();
    cloud().set("speed", "{\"latencyMs\": 60000}");
    var leaving =
        begun(
            HttpRequest.newBuilder(URI.create(station.url() + "/v1/chat/completions"))
                .header("content-type", "application/json")
                .POST(
                    HttpRequest.BodyPublishers.ofString(
                        """
                        {"model": "coder", "max_tokens": 100, "provider": {"only": ["quay"]},
                         "messages": [{"role": "user", "content": "one two three four"}]}
                        """)));
    await(() -> cloud().billedNanoUsd() > before, "it is billed");
    leaving.cancel(true);
    await(() -> station.running().till().lost().size() > lost, "it is lost");
    cloud().set("speed", "{\"latencyMs\": 0}");
  }

  private void minutes(Station station, int minutes) {
    for (int minute = 0; minute < minutes; minute++) {
      station.time().advance(Duration.ofMinutes(1));
      time.advance(Duration.ofMinutes(1));
    }
  }

  @Test
  @DisplayName(
      "B5: calls that the cloud never named are settled, equally, by what it billed the key")
  void unnamedCallsAreSettledByTheKeysBill() throws IOException {
    try (var station = served()) {
      counted(station);
      chat(station, "harbour");
      awaitMoney(station, s -> s.spent().nanos() > 0, "one is settled as usual");
      unnamed(station);
      unnamed(station);
      long spent = standing(station).spent().nanos();
      long reserved = standing(station).reserved().nanos();
      assertThat(spent + reserved).isGreaterThan(cloud().billedNanoUsd());

      minutes(station, 9);
      assertThat(standing(station).reserved().nanos()).isEqualTo(reserved);
      awaitMoney(station, s -> s.reserved().equals(NanoUsd.ZERO), "they are settled");

      assertThat(standing(station).spent().nanos()).isEqualTo(cloud().billedNanoUsd());
      await(
          () -> {
            station.time().advance(Duration.ofMillis(10));
            return rows("SELECT basis FROM reservations ORDER BY basis")
                .equals(List.of("provider", "residue", "residue"));
          },
          "how that is known");
    }
  }

  @Test
  @DisplayName(
      "B5: where others use the key too, an unnamed call counts at its worst after an hour")
  void othersSpendBesides() throws IOException {
    try (var station = served()) {
      counted(station);
      unnamed(station);
      long worst = standing(station).reserved().nanos();
      while (cloud().billedNanoUsd() <= worst) {
        post("/chat/completions", chat("harbour", "somebody else ".repeat(50)));
      }
      minutes(station, 12);
      long looks = asked("/key");
      awaitMoney(station, _ -> asked("/key") > looks + 1, "the key's bill is read");
      assertThat(standing(station).reserved().nanos()).isEqualTo(worst);
      minutes(station, 30);
      awaitMoney(station, s -> s.reserved().equals(NanoUsd.ZERO), "it is written off");
      assertThat(standing(station).spent().nanos()).isEqualTo(worst);
    }
  }
}
