package dev.interlock.it.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.it.PlainHttp;
import dev.interlock.it.Station;
import dev.interlock.it.standin.StandInCloud;
import dev.interlock.testkit.Seeds;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A server that is killed again and again at random points of paid traffic, before a cloud that
/// bills: each time the disk must cover the bill, and agree with it once the cloud was asked for
/// the calls that it named; in the end it must be equal, by what the cloud billed the key in all.
///
/// Thread: the test's; callers on threads of their own.
final class PaidCrashes implements AutoCloseable {
  private static final String ACCOUNT = "openrouter";
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int CALLERS = 12;
  private static final int MOST_ANSWERS = 150;
  private static final int LONGEST_MICROS = 20_000;
  private static final long PATIENCE_NANOS = 300_000_000_000L;

  /// Of simulated time: well before the hour after which lost calls are written off.
  private static final Duration LATEST = Duration.ofMinutes(20);

  private final Seeds seeds;
  private final StandInCloud cloud;
  private final Path home;
  private final String yaml;
  private final TillRows rows;
  private final AtomicLong calls = new AtomicLong();
  private ServerProcess server;
  private Figures figures = new Figures(0, 0, 0, 0, 0, 0, 0, 0, 0);

  /// What came of it. Amounts are billionths of a dollar.
  ///
  /// @param runs kills
  /// @param calls calls that callers began
  /// @param billed what the cloud billed in all
  /// @param settled what the server has settled in all
  /// @param equalRuns after how many kills both were equal
  /// @param unnamed calls that were killed before the cloud had told their id
  /// @param unnamedBilled what the cloud billed for those
  /// @param unnamedReserved what stays set aside for those
  /// @param settledInTheEnd what the server has settled in all once those were settled by the key's
  ///   own bill
  record Figures(
      int runs,
      long calls,
      long billed,
      long settled,
      int equalRuns,
      long unnamed,
      long unnamedBilled,
      long unnamedReserved,
      long settledInTheEnd) {
    private Figures ended(long inTheEnd) {
      return new Figures(
          runs,
          calls,
          billed,
          settled,
          equalRuns,
          unnamed,
          unnamedBilled,
          unnamedReserved,
          inTheEnd);
    }
  }

  PaidCrashes(Seeds seeds, StandInCloud cloud, Path folder) throws IOException {
    this.seeds = seeds;
    this.cloud = cloud;
    this.home = folder.resolve("home");
    this.rows = new TillRows(home);
    var key = Files.writeString(folder.resolve("key"), "KEY-CLOUD-0001");
    this.yaml =
        """
        accounts:
          openrouter: {kind: openrouter, url: "%s", key: "${file:%s}", dailyUsd: 500.00}
        routes:
          parrot: {account: openrouter, model: shore/parrot, price: {promptUsdPerMillion: 0.5, completionUsdPerMillion: 1.5}}
        profiles:
          coder: {kind: generate, tiers: [{routes: [parrot]}], attempts: 1}
        """
            .formatted(cloud.api(), key);
    cloud.set("money", "{\"balanceUsd\": \"500\"}");
    cloud.set("speed", "{\"latencyMs\": 3, \"tokenMs\": 3}");
    this.server = started();
    server.await(rows::counted, counts -> counts == 1, "nothing is counted from");
  }

  /// One that starts fast: it does not live long.
  private ServerProcess started() throws IOException {
    return ServerProcess.start(home, yaml, "-XX:TieredStopAtLevel=1");
  }

  /// One kill.
  Figures run(int number) throws Exception {
    var random = seeds.stream("run " + number);
    killed(random);
    covered();
    server = started();
    server.await(this::open, List::isEmpty, "calls whose id was told are not settled");
    figures = agreed(number);
    return figures;
  }

  /// Traffic, and in the middle of it the end.
  private void killed(RandomGenerator random) throws Exception {
    var enough = new CountDownLatch(random.nextInt(1, MOST_ANSWERS));
    var callers = new ArrayList<Thread>();
    try (var client = PlainHttp.client()) {
      for (int i = 0; i < CALLERS; i++) {
        var own = new Seeds(random.nextLong()).stream("caller");
        callers.add(Thread.ofVirtual().start(() -> calls(client, own, enough)));
      }
      enough.await();
      LockSupport.parkNanos(1_000L * random.nextInt(LONGEST_MICROS));
      server.kill();
      server.close();
      for (var caller : callers) {
        caller.join();
      }
    }
    long start = System.nanoTime();
    while (cloud.stats().path("inFlight").asInt() > 0) {
      assertThat(System.nanoTime() - start).isLessThan(PATIENCE_NANOS);
      LockSupport.parkNanos(1_000_000);
    }
  }

  private void calls(HttpClient client, RandomGenerator random, CountDownLatch enough) {
    try {
      while (true) {
        calls.incrementAndGet();
        call(client, random);
        enough.countDown();
      }
    } catch (IOException theServerIsGone) {
      // So it was meant.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Whole or streamed, by a provider that stops when its caller leaves or by one that does not;
  /// some callers leave in the middle.
  private void call(HttpClient client, RandomGenerator random)
      throws IOException, InterruptedException {
    boolean stream = random.nextInt(4) > 0;
    var body =
        """
        {"model": "coder", "stream": %s, "max_tokens": %d, "messages": [{"role": "user",
         "content": "%s"}], "provider": {"only": ["%s"]}}
        """
            .formatted(
                stream,
                random.nextInt(1, 60),
                "word ".repeat(random.nextInt(1, 60)),
                random.nextBoolean() ? "harbour" : "quay");
    var request =
        HttpRequest.newBuilder(URI.create(server.url() + "/v1/chat/completions"))
            .header("content-type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    boolean leaves = stream && random.nextInt(8) == 0;
    try (var answer = client.send(request, BodyHandlers.ofInputStream()).body()) {
      read(answer, leaves ? random.nextInt(1, 2_000) : Integer.MAX_VALUE);
    }
  }

  private static void read(InputStream answer, int most) throws IOException {
    for (int i = 0; i < most && answer.read() >= 0; i++) {
      // Nothing is done with it.
    }
  }

  /// What is on disk covers the bill at any moment.
  private void covered() {
    long settled = sum(rows.all());
    long reserved =
        rows.all().stream().filter(TillRows.Row::open).mapToLong(TillRows.Row::worstNanos).sum();
    assertThat(settled + reserved)
        .as("settled %d + reserved %d covers the bill", settled, reserved)
        .isGreaterThanOrEqualTo(cloud.billedNanoUsd());
    assertThat(rows.spentNanos(ACCOUNT)).as("the days' sums are the rows'").isEqualTo(settled);
  }

  /// Calls that the cloud can still be asked about.
  private List<TillRows.Row> open() {
    return rows.all().stream().filter(row -> row.open() && row.generation().isPresent()).toList();
  }

  /// Each call that the cloud named has cost what the cloud billed for it, to the billionth; what
  /// it never named stays set aside at its worst, and covers what was billed besides.
  private Figures agreed(int number) {
    var billed = new HashMap<String, Long>();
    var bill = bill();
    bill.path("calls")
        .forEach(line -> billed.put(line.path("id").asString(), line.path("nanoUsd").asLong()));
    var all = rows.all();
    for (var row : all) {
      row.generation()
          .ifPresent(
              id ->
                  assertThat(row.costNanos())
                      .as(id)
                      .hasValue(billed.containsKey(id) ? billed.remove(id) : Long.valueOf(0)));
      if (row.generation().isEmpty() && !row.open()) {
        assertThat(row.costNanos()).as("settled without an id").hasValue(0L);
      }
    }
    var unnamed = all.stream().filter(TillRows.Row::open).toList();
    long unnamedBilled = billed.values().stream().mapToLong(Long::longValue).sum();
    long unnamedReserved = unnamed.stream().mapToLong(TillRows.Row::worstNanos).sum();
    assertThat(billed).hasSizeLessThanOrEqualTo(unnamed.size());
    assertThat(unnamedReserved).isGreaterThanOrEqualTo(unnamedBilled);
    long settled = sum(all);
    long total = bill.path("nanoUsd").asLong();
    assertThat(settled + unnamedBilled).isEqualTo(total);
    assertThat(rows.spentNanos(ACCOUNT)).isEqualTo(settled);
    boolean equal = unnamedBilled == figures.unnamedBilled();
    return new Figures(
        number + 1,
        calls.get(),
        total,
        settled,
        figures.equalRuns() + (equal ? 1 : 0),
        unnamed.size(),
        unnamedBilled,
        unnamedReserved,
        0);
  }

  /// After the last kill: a server to which minutes pass in no time, on the same home, settles what
  /// the cloud never named. Then both are equal, to the billionth.
  Figures equal() throws IOException {
    server.close();
    try (var station = Station.start(home, yaml)) {
      while (rows.all().stream().anyMatch(TillRows.Row::open)) {
        assertThat(station.time().elapsed()).as("all calls are settled by").isLessThan(LATEST);
        station.time().advance(Duration.ofSeconds(1));
        LockSupport.parkNanos(5_000_000);
      }
    }
    var all = rows.all();
    long settled = sum(all);
    assertThat(settled).isEqualTo(bill().path("nanoUsd").asLong());
    assertThat(rows.spentNanos(ACCOUNT)).isEqualTo(settled);
    var unnamed = all.stream().filter(TillRows.Row::residue).toList();
    assertThat(unnamed).hasSize(Math.toIntExact(figures.unnamed()));
    assertThat(sum(unnamed)).isEqualTo(figures.unnamedBilled());
    assertThat(unnamed)
        .allSatisfy(
            row -> assertThat(row.costNanos().orElseThrow()).isLessThanOrEqualTo(row.worstNanos()));
    figures = figures.ended(settled);
    return figures;
  }

  private static long sum(List<TillRows.Row> rows) {
    return rows.stream().mapToLong(row -> row.costNanos().orElse(0L)).sum();
  }

  private JsonNode bill() {
    try (var client = PlainHttp.client()) {
      var request = HttpRequest.newBuilder(URI.create(cloud.url() + "/_bill")).build();
      return JSON.readTree(client.send(request, BodyHandlers.ofString()).body());
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  /// As a file of results has it.
  static String json(long seed, Figures figures) {
    return JSON.writerWithDefaultPrettyPrinter()
        .writeValueAsString(Map.of("test", "PaidCrashTest", "seed", seed, "figures", figures));
  }

  @Override
  public void close() {
    server.close();
  }
}
