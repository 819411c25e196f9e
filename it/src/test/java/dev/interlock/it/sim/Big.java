package dev.interlock.it.sim;

import dev.interlock.core.route.Capacity;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/// A large fleet: 100 unequal hosts, a job for each of 1,000 projects, a million texts.
///
/// @param used texts over the integral of all capacities
/// @param seconds of simulated time, from the first job to the last one's end
/// @param rows on disk at the end
record Big(double used, double seconds, long rows, long steps) {
  static final int HOSTS = 100;
  static final int PROJECTS = 1_000;
  static final int TEXTS = 1_000_000;
  private static final int EACH = TEXTS / PROJECTS;
  private static final int BATCH = 32;
  private static final long BEGIN = 100 * Ground.SECOND;
  private static final long PER_CALL = 40 * Ground.MILLI;

  static Big play(long seed) {
    var ground = Simulation.ground(seed);
    var chance = ground.chance("hosts");
    var stage = new Stage();
    double rate = 0;
    for (int i = 0; i < HOSTS; i++) {
      long perText = (4 + chance.nextInt(60)) * Ground.MILLI;
      rate += BATCH * 1e9 / (PER_CALL + BATCH * perText);
      stage.host(
          "gpu%03d".formatted(i),
          new Scene.Engine(new Host.Pace(PER_CALL, perText, List.of()), List.of()),
          new Capacity(128, BATCH, 1));
    }
    var works = works();
    works.forEach(work -> stage.job(BEGIN, work));
    var world = new World(ground, stage.scene(), Seams.NONE, Disk.quick());
    var out = Simulation.play(ground, world, Map.of());
    long end = works.stream().mapToLong(Work::completedAt).max().orElse(BEGIN);
    double seconds = (end - BEGIN) / 1e9;
    long rows =
        works.stream().flatMap(w -> w.manifest().stream()).filter(world.rows()::has).count();
    return new Big(TEXTS / (seconds * rate), seconds, rows, out.steps());
  }

  private static List<Work> works() {
    var works = new ArrayList<Work>();
    for (int p = 0; p < PROJECTS; p++) {
      var name = "p" + p;
      works.add(
          new Work(
              "job " + name,
              name,
              IntStream.range(0, EACH).mapToObj(i -> name + "." + i).toList()));
    }
    return works;
  }

  String words() {
    return String.format(
        Locale.ROOT,
        "%d texts of %d projects by %d hosts in %.1f simulated s: %.4f of all capacity, %d steps",
        rows,
        PROJECTS,
        HOSTS,
        seconds,
        used,
        steps);
  }
}
