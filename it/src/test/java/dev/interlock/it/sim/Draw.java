package dev.interlock.it.sim;

import dev.interlock.core.money.DailyCap;
import dev.interlock.core.money.NanoUsd;
import dev.interlock.core.money.Scope;
import dev.interlock.core.money.Tokens;
import dev.interlock.core.profile.Profile;
import dev.interlock.core.profile.Tier;
import dev.interlock.core.role.Policy;
import dev.interlock.core.route.Capacity;
import dev.interlock.core.route.Route;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/// Draws a scene from a seed: a mix of faults, and a crowd of callers.
final class Draw {
  /// Midnight somewhere, in the middle of the traffic: a quarter of an hour after the beginning.
  private static final ZoneOffset ZONE = ZoneOffset.ofTotalSeconds(-900);

  /// An engine that has become another one stays so: one that changed back before it was measured
  /// again is not seen (decision 021).
  private static final long FOR_EVER = Long.MAX_VALUE / 2;

  private static final long BEGIN = 780 * Ground.SECOND;

  private final RandomGenerator chance;
  private final Size size;
  private final int percentBad;

  /// How large a scene is.
  ///
  /// @param nanos how long callers come
  record Size(int accounts, int hosts, Crowd crowd, long nanos) {}

  /// Who comes.
  ///
  /// @param projects whose chats they are
  /// @param texts of each job
  record Crowd(int chats, int questions, int jobs, int texts, int projects) {}

  private Draw(Ground ground, Size size) {
    this.chance = ground.chance("scene");
    this.size = size;
    this.percentBad = chance.nextInt(5) * 20;
  }

  /// The scene of a seed.
  static Scene scene(Ground ground, Size size) {
    return new Draw(ground, size).scene();
  }

  private Scene scene() {
    var clouds = new LinkedHashMap<String, Scene.Account>();
    IntStream.range(0, size.accounts()).forEach(i -> clouds.put("acc" + i, account()));
    var hosts = new LinkedHashMap<String, Scene.Engine>();
    IntStream.range(0, size.hosts()).forEach(i -> hosts.put("gpu" + i, engine(i > 0)));
    hosts.put(
        "chat", new Scene.Engine(new Host.Pace(500 * Ground.MILLI, 0, List.of()), spells(false)));
    return new Scene(
        clouds,
        hosts,
        Stage.roles(chance.nextInt(4) == 0 ? Policy.BACKUP : Policy.AGGREGATE, routes()),
        profile(),
        caps(),
        cast(),
        0);
  }

  private Scene.Account account() {
    int rpm = 60 + 10 * chance.nextInt(5);
    var reported = chance.nextInt(4) == 0 ? OptionalInt.empty() : OptionalInt.of(rpm);
    // One in three lies: it keeps less, or more, than it tells.
    int kept = chance.nextInt(3) == 0 ? rpm / 4 + chance.nextInt(2 * rpm) : 2 * rpm;
    var terms =
        new Cloud.Terms(
            reported,
            chance.nextBoolean() ? OptionalInt.of(kept) : OptionalInt.empty(),
            4 + chance.nextInt(40),
            (200 + chance.nextInt(3_000)) * Ground.MILLI,
            Stage.PRICE);
    return new Scene.Account(terms, cloudSpells());
  }

  /// @param mayDrift of the one that bears the table not: with it and all others gone nobody could
  ///   serve any more
  private Scene.Engine engine(boolean mayDrift) {
    var pace = new Host.Pace(30 * Ground.MILLI, (5 + chance.nextInt(60)) * Ground.MILLI, List.of());
    return new Scene.Engine(pace, spells(mayDrift));
  }

  private List<Spell> cloudSpells() {
    return draw(List.of(Spell.Kind.values()), 4);
  }

  private List<Spell> spells(boolean mayDrift) {
    var kinds =
        new ArrayList<>(
            List.of(
                Spell.Kind.STORM,
                Spell.Kind.ERRORS,
                Spell.Kind.SLOW,
                Spell.Kind.DEAD,
                Spell.Kind.DEAF));
    if (mayDrift) {
      kinds.add(Spell.Kind.ROTATED);
    }
    return draw(kinds, 2);
  }

  private List<Spell> draw(List<Spell.Kind> kinds, int most) {
    var spells = new ArrayList<Spell>();
    for (int i = 0; i < most; i++) {
      if (chance.nextInt(100) < percentBad) {
        var kind = kinds.get(chance.nextInt(kinds.size()));
        long from = BEGIN + chance.nextLong(size.nanos());
        long lasts =
            kind == Spell.Kind.ROTATED ? FOR_EVER : (1 + chance.nextInt(40)) * Ground.SECOND;
        var asked =
            chance.nextBoolean()
                ? Optional.of(Duration.ofMillis(100 + chance.nextInt(15_000)))
                : Optional.<Duration>empty();
        spells.add(new Spell(kind, from, from + lasts, asked));
      }
    }
    return spells;
  }

  private List<Route> routes() {
    var routes = new ArrayList<Route>();
    for (int i = 0; i < size.hosts(); i++) {
      routes.add(route("gpu" + i, Optional.empty()));
    }
    for (int i = 0; i < size.accounts(); i++) {
      routes.add(route("cloud" + i, Optional.of("acc" + i)));
    }
    return routes;
  }

  private Route route(String name, Optional<String> account) {
    return Stage.route(name, new Capacity(128, 16, 1 + chance.nextInt(2)), account);
  }

  private Profile profile() {
    var capacity = new Capacity(1000, 1, 4);
    var local = new Tier(List.of(Stage.route("chat", capacity, Optional.empty())));
    var clouds =
        new Tier(
            IntStream.range(0, size.accounts())
                .mapToObj(i -> Stage.route("chat" + i, capacity, Optional.of("acc" + i)))
                .toList());
    var tiers = chance.nextBoolean() ? List.of(clouds, local) : List.of(local, clouds);
    return Stage.profile(tiers, Duration.ofSeconds(2 + chance.nextInt(20)));
  }

  private Map<Scope, DailyCap> caps() {
    var caps = new HashMap<Scope, DailyCap>();
    for (int i = 0; i < size.accounts(); i++) {
      if (chance.nextInt(3) == 0) {
        caps.put(Scope.account("acc" + i), cap(200_000L));
      }
    }
    if (chance.nextInt(3) == 0) {
      caps.put(Scope.project("p0"), cap(50_000L));
    }
    return caps;
  }

  private DailyCap cap(long microUsd) {
    return new DailyCap(new NanoUsd(microUsd / 10 * (1 + chance.nextInt(10)) * 1_000), ZONE);
  }

  private Scene.Cast cast() {
    var crowd = size.crowd();
    var chats = new ArrayList<Scene.Chat>();
    var rushes = IntStream.range(0, 4).mapToLong(_ -> when()).toArray();
    for (int i = 0; i < crowd.chats(); i++) {
      var leaves =
          chance.nextInt(4) == 0
              ? OptionalLong.of(chance.nextLong(8 * Ground.SECOND))
              : OptionalLong.empty();
      chats.add(
          new Scene.Chat(
              chance.nextBoolean()
                  ? when()
                  : rushes[chance.nextInt(4)] + chance.nextLong(Ground.SECOND),
              new ChatCaller.Ask(
                  "chat" + i,
                  project(crowd.projects()),
                  Tokens.of(100 + chance.nextInt(900), 50 + chance.nextInt(450)),
                  leaves)));
    }
    var questions = new ArrayList<Scene.Question>();
    for (int i = 0; i < crowd.questions(); i++) {
      questions.add(new Scene.Question(when(), "q" + i));
    }
    var indexes = new ArrayList<Scene.Index>();
    for (int i = 0; i < crowd.jobs(); i++) {
      indexes.add(new Scene.Index(when(), work(i)));
    }
    var kills = new ArrayList<Long>();
    if (chance.nextInt(3) == 0) {
      kills.add(when());
    }
    return new Scene.Cast(chats, questions, indexes, kills);
  }

  /// Some ask much more than others.
  private String project(int projects) {
    int one = chance.nextInt(projects);
    int other = chance.nextInt(projects);
    return "p" + Math.min(one, other);
  }

  private long when() {
    return BEGIN + chance.nextLong(size.nanos());
  }

  private Work work(int job) {
    var chunks = new ArrayList<String>();
    for (int i = 0; i < size.crowd().texts(); i++) {
      chunks.add("j%d.%d%s".formatted(job, i, chance.nextInt(150) == 0 ? " poison" : ""));
    }
    return new Work("job" + job, "tree" + job, chunks);
  }
}
