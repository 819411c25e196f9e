package dev.interlock.it.sim;

import dev.interlock.core.money.Tokens;
import dev.interlock.core.route.Capacity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/// How much of what providers offer the whole house uses, from the simulated clock: the same on any
/// machine (mission A13, issue "Speed").
final class Figures {
  private static final long BEGIN = 100 * Ground.SECOND;
  private static final long PER_CALL = 40 * Ground.MILLI;
  private static final long GLANCE = 20 * Ground.MILLI;
  private static final Capacity ONE = new Capacity(128, 32, 1);
  private static final Capacity TWO = new Capacity(128, 32, 2);
  private static final Capacity FOUR = new Capacity(128, 32, 4);

  private final long seed;

  /// @param seed of what is left to chance
  Figures(long seed) {
    this.seed = seed;
  }

  private static Scene.Engine engine(long perTextMillis, Host.Turn... turns) {
    return new Scene.Engine(
        new Host.Pace(PER_CALL, perTextMillis * Ground.MILLI, List.of(turns)), List.of());
  }

  private static Scene.Account account(Cloud.Terms terms, Spell... spells) {
    return new Scene.Account(terms, List.of(spells));
  }

  private static Cloud.Terms terms(OptionalInt rpm, int parallel, long meanNanos) {
    return new Cloud.Terms(rpm, rpm, parallel, meanNanos, Stage.PRICE);
  }

  private static Work work(int texts) {
    return new Work("job", "tree", IntStream.range(0, texts).mapToObj(i -> "c" + i).toList());
  }

  private Simulation.Outcome play(Scene scene, Map<Long, Consumer<Server>> glances) {
    var ground = Simulation.ground(seed);
    return Simulation.play(ground, new World(ground, scene, Seams.NONE, Disk.quick()), glances);
  }

  private double seconds(Stage stage, int texts) {
    var work = work(texts);
    play(stage.job(BEGIN, work).scene(), Map.of());
    return (work.completedAt() - BEGIN) / 1e9;
  }

  /// Texts of a job over the integral of all capacities: three unequal providers, of which the
  /// fastest falls to a tenth and comes back.
  double aggregate(int texts) {
    long fall = BEGIN + 6 * Ground.SECOND;
    long back = BEGIN + 18 * Ground.SECOND;
    var stage =
        new Stage()
            .host("gpu", engine(4, new Host.Turn(fall, 0.1), new Host.Turn(back, 1)), TWO)
            .host("old", engine(20), ONE)
            .account("cloud", account(terms(OptionalInt.empty(), 64, Ground.SECOND)), FOUR)
            .cloudText(10 * Ground.MILLI);
    double took = seconds(stage, texts);
    double fast = 2 * 32 / (0.040 + 32 * 0.004);
    double slow = 32 / (0.040 + 32 * 0.020);
    double cloud = 4 * 32 / (32 * 0.010);
    double fallen = Math.clamp(took - 6, 0.0, 12.0);
    return texts / ((took - 0.9 * fallen) * fast + took * (slow + cloud));
  }

  /// Local throughput beside a cloud that answers every call with 429, over local alone.
  double besideThrottled(int texts) {
    double alone = seconds(new Stage().host("gpu", engine(4), TWO), texts);
    var storm =
        new Spell(
            Spell.Kind.STORM, BEGIN - Ground.SECOND, BEGIN + 900 * Ground.SECOND, Optional.empty());
    var both =
        new Stage()
            .host("gpu", engine(4), TWO)
            .account("cloud", account(terms(OptionalInt.empty(), 64, Ground.SECOND), storm), FOUR)
            .cloudText(10 * Ground.MILLI);
    return alone / seconds(both, texts);
  }

  private static ChatCaller.Ask ask(String id, String project) {
    return new ChatCaller.Ask(id, project, Tokens.of(100, 50), OptionalLong.empty());
  }

  /// Starts used of a believed rate, by callers who always wait and by the account's own questions;
  /// [Rule#RATE] sees to it that it is never one more, and the provider sends nobody away.
  double rate(int rpm) {
    var stage =
        new Stage()
            .account("cloud", account(terms(OptionalInt.of(rpm), 256, 2 * Ground.SECOND)), ONE)
            .patience(Duration.ofHours(1));
    IntStream.range(0, 8 * rpm).forEach(i -> stage.chat(BEGIN, ask("c" + i, "p")));
    var counts = new ArrayList<Integer>();
    var glances = new TreeMap<Long, Consumer<Server>>();
    for (int minute : List.of(1, 6)) {
      glances.put(
          BEGIN + 60L * minute * Ground.SECOND,
          server -> counts.add(server.office("cloud").permits().issued()));
    }
    var world = play(stage.scene(), glances).world();
    if (!world.cloud("cloud").throttledAt().isEmpty()) {
      throw new AssertionError("the provider had to refuse");
    }
    return (counts.get(1) - counts.get(0)) / (5.0 * rpm);
  }

  /// How a storm ends.
  ///
  /// @param took seconds from its end until 0.9 of the ceiling is seen to be back
  /// @param allowed the same by the rule: the pause that is on, and 15 s for each permit
  record Recovery(double took, double allowed, int halvings) {}

  /// A storm of 429, with callers all along.
  Recovery recovery() {
    long from = 200 * Ground.SECOND;
    long end = from + 30 * Ground.SECOND;
    var storm = new Spell(Spell.Kind.STORM, from, end, Optional.empty());
    var stage =
        new Stage()
            .account(
                "cloud", account(terms(OptionalInt.empty(), 256, 2 * Ground.SECOND), storm), ONE)
            .patience(Duration.ofMinutes(5));
    IntStream.range(0, 4_800)
        .forEach(i -> stage.chat(BEGIN + i * Ground.SECOND / 8, ask("c" + i, "p")));
    var back = new ArrayList<Double>();
    var allowed = new ArrayList<Double>();
    var glances = new TreeMap<Long, Consumer<Server>>();
    for (long tick = end; tick < end + 500 * Ground.SECOND; tick += GLANCE) {
      long now = tick;
      glances.put(tick, server -> glance(server, (now - end) / 1e9, back, allowed));
    }
    var out = play(stage.scene(), glances);
    return new Recovery(
        back.getFirst(), allowed.getLast(), out.server().office("cloud").permits().halvings());
  }

  private static void glance(
      Server server, double seconds, List<Double> back, List<Double> allowed) {
    var view = server.office("cloud").permits().view();
    var permits = view.permits();
    int enough = (permits.ceiling() * 9 + 9) / 10;
    if (view.cooldownUntilNanos().isPresent()) {
      double pause = (view.cooldownUntilNanos().getAsLong() - server.ground().time().nanos()) / 1e9;
      allowed.add(seconds + pause + 15.0 * Math.max(0, enough - permits.effective()));
    } else if (permits.effective() >= enough && back.isEmpty() && !allowed.isEmpty()) {
      back.add(seconds);
    }
  }

  /// How long a small project waits at the most, in seconds.
  ///
  /// @param alone with the account to itself
  /// @param beside next to a project with 100 times its demand
  /// @param permit the longest call, which is one permit's time
  record Fairness(double alone, double beside, double permit) {}

  /// A small project alone, and beside one with 100 times the demand.
  Fairness fairness() {
    var alone = small(0);
    var beside = small(100);
    return new Fairness(
        wait(alone), wait(beside), beside.world().cloud("cloud").longestWire() / 1e9);
  }

  private static double wait(Simulation.Outcome outcome) {
    return outcome.server().office("cloud").permits().longestWait("small") / 1e9;
  }

  private Simulation.Outcome small(int others) {
    var stage =
        new Stage()
            .account("cloud", account(terms(OptionalInt.empty(), 256, Ground.SECOND)), ONE)
            .patience(Duration.ofHours(1));
    for (int i = 0; i < 40; i++) {
      long at = BEGIN + i * 10L * Ground.SECOND;
      stage.chat(at + 5 * Ground.SECOND, ask("small" + i, "small"));
      for (int k = 0; k < others; k++) {
        stage.chat(at, ask("large%d.%d".formatted(i, k), "large"));
      }
    }
    return play(stage.scene(), Map.of());
  }
}
