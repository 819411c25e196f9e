package dev.interlock.it.sim;

import dev.interlock.testkit.ManualTime;
import dev.interlock.testkit.Seeds;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// One run: the scene is played to its end, faults stop, and the house has to come to rest. After
/// each step every rule is looked at.
///
/// Thread: the test's.
final class Simulation {
  /// After so long without faults, everything has an end: lost calls are written off after an hour.
  private static final Duration CALM = Duration.ofHours(3);

  /// The gate goes on asking routes that are out: such a call may be under way at the very end.
  private static final Duration LAST_PROBES = Duration.ofMinutes(5);

  private final Ground ground;
  private final World world;
  private Server server;
  private int servers;
  private long steps;

  private Simulation(Ground ground, World world) {
    this.ground = ground;
    this.world = world;
    this.server = new Server(world, servers++);
  }

  /// What came of it.
  record Outcome(World world, Server server, long steps) {}

  /// Fresh ground for a seed.
  static Ground ground(long seed) {
    return new Ground(new ManualTime(), new Seeds(seed), new Verdict());
  }

  /// Plays a scene, and tells somebody of the server at some times.
  ///
  /// @throws Broken if a rule is broken
  static Outcome play(Ground ground, World world, Map<Long, Consumer<Server>> glances) {
    var run = new Simulation(ground, world);
    glances.forEach((nanos, glance) -> run.at(nanos, () -> glance.accept(run.server)));
    run.play();
    return new Outcome(world, run.server, run.steps);
  }

  /// Plays a scene.
  ///
  /// @throws Broken if a rule is broken
  static Outcome play(Ground ground, World world) {
    return play(ground, world, Map.of());
  }

  private void play() {
    server.start();
    script();
    long calm = world.scene().calm();
    until(Duration.ofNanos(calm));
    until(Duration.ofNanos(calm).plus(CALM));
    if (!world.works().isEmpty()) {
      server.index(new Work("the next job", "tree", List.of("the next job's only text")));
      until(ground.time().elapsed().plus(LAST_PROBES));
    }
    server.rest();
    until(ground.time().elapsed().plusMinutes(1));
    var latest = ground.time().elapsed().plus(LAST_PROBES);
    while ((server.busy() || world.endings().underWay())
        && ground.time().elapsed().compareTo(latest) < 0) {
      until(ground.time().elapsed().plusSeconds(1));
    }
    server.drained();
    world.endings().drained();
    world.rows().pure(server.unvouched());
    world.book().closed();
    ground.verdict().raise();
  }

  private void script() {
    var cast = world.scene().cast();
    cast.chats().forEach(c -> at(c.atNanos(), () -> new ChatCaller(server, c.ask()).begin()));
    cast.questions().forEach(q -> at(q.atNanos(), () -> server.query(q.id())));
    cast.indexes().forEach(i -> at(i.atNanos(), () -> server.index(i.work())));
    cast.kills().forEach(nanos -> at(nanos, this::restart));
  }

  private void at(long nanos, Runnable work) {
    ground.time().at(Duration.ofNanos(nanos), work);
  }

  private void restart() {
    server.kill();
    world.clouds().forEach(Cloud::cut);
    world.endings().cut();
    world.book().agrees();
    server = new Server(world, servers++);
    server.start();
  }

  private void until(Duration end) {
    step();
    for (var next = ground.time().nextDue();
        next.isPresent() && next.get().compareTo(end) <= 0;
        next = ground.time().nextDue()) {
      var wait = next.get().minus(ground.time().elapsed());
      ground.time().advance(wait.isNegative() ? Duration.ZERO : wait);
      step();
    }
    ground.time().advance(end.minus(ground.time().elapsed()));
  }

  private void step() {
    steps++;
    server.step();
    world.clouds().forEach(cloud -> world.book().covered(cloud.name()));
    ground.verdict().raise();
  }
}
