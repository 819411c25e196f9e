package dev.interlock.core.money;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.Gen;
import dev.interlock.core.money.Residue.Base;
import dev.interlock.core.money.Residue.Books;
import dev.interlock.core.money.Residue.Look;
import dev.interlock.core.money.Residue.Open;
import dev.interlock.core.money.Residue.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResidueTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long LAG = Residue.LAG.toNanos();
  private static final long WORKS_ON = Residue.WORKS_ON.toNanos();
  private static final long NOW = 100_000 * SECOND;

  private static NanoUsd n(long nanos) {
    return new NanoUsd(nanos);
  }

  private static Look look(String label, long usage) {
    return new Look(label, n(usage), NOW);
  }

  private static Optional<Base> base(long usage, long settled) {
    return Optional.of(new Base("k", n(usage), n(settled)));
  }

  /// Lost long enough ago, without a name.
  private static List<Open> unnamed(long... worsts) {
    var open = new ArrayList<Open>();
    for (long worst : worsts) {
      open.add(new Open("c" + open.size(), n(worst), OptionalLong.of(NOW - WORKS_ON)));
    }
    return open;
  }

  private static Books books(Optional<Base> base, List<Open> open) {
    return new Books(base, open, OptionalLong.of(NOW - LAG));
  }

  private static Verdict begins(long usage) {
    return new Verdict.Begins(new Base("k", n(usage), NanoUsd.ZERO));
  }

  private static Verdict shares(long... costs) {
    var all = new HashMap<String, NanoUsd>();
    for (int i = 0; i < costs.length; i++) {
      all.put("c" + i, n(costs[i]));
    }
    return new Verdict.Shares(all);
  }

  @ParameterizedTest
  @CsvSource({
    // usage since, settled since, worsts, costs
    "700, 600, 300 100, 75 25",
    "600, 600, 300 100, 0 0",
    "500, 600, 300 100, 0 0",
    "1000, 600, 300 100, 300 100",
    "1001, 600, 300 100, ''",
    "601, 600, 300 100, 0 1",
    "602, 600, 1 1 1 1, 0 1 0 1",
    "603, 600, 1 1 1 1, 0 1 1 1",
    "600, 600, 0, 0",
    "601, 600, 0, ''",
    "601, 600, 0 300, ''",
  })
  @DisplayName(
      "B5: what the key was billed besides is shared, in sum exactly, none above its worst")
  void sharing(long usage, long settled, String worsts, String costs) {
    var open = unnamed(numbers(worsts));
    var told = Residue.of(books(base(5_000, settled), open), look("k", 5_000 + usage));
    assertThat(told).isEqualTo(costs.isEmpty() ? new Verdict.Nothing() : shares(numbers(costs)));
  }

  private static long[] numbers(String text) {
    return Arrays.stream(text.split(" ")).mapToLong(Long::parseLong).toArray();
  }

  @Test
  @DisplayName("B5: it is counted from a moment at which nothing is open, and anew from each such")
  void beginnings() {
    assertThat(Residue.of(books(Optional.empty(), List.of()), look("k", 7))).isEqualTo(begins(7));
    assertThat(Residue.of(books(base(7, 0), List.of()), look("k", 7)))
        .isEqualTo(new Verdict.Nothing());
    assertThat(Residue.of(books(base(7, 2), List.of()), look("k", 9))).isEqualTo(begins(9));
    assertThat(Residue.of(books(base(7, 2), List.of()), look("k", 5))).isEqualTo(begins(5));
    assertThat(
            Residue.of(new Books(Optional.empty(), List.of(), OptionalLong.empty()), look("k", 7)))
        .as("nothing was ever paid")
        .isEqualTo(begins(7));
  }

  @Test
  @DisplayName("B5: no figure counts that may lack something, or that a call ran beside")
  void unrest() {
    var moved = OptionalLong.of(NOW - LAG + 1);
    assertThat(Residue.of(new Books(Optional.empty(), List.of(), moved), look("k", 7)))
        .isEqualTo(new Verdict.Nothing());
    assertThat(Residue.of(new Books(base(1, 0), unnamed(9), moved), look("k", 7)))
        .isEqualTo(new Verdict.Nothing());
    var later = OptionalLong.of(NOW + SECOND);
    assertThat(Residue.of(new Books(Optional.empty(), List.of(), later), look("k", 7)))
        .as("moved since it was asked")
        .isEqualTo(new Verdict.Nothing());
  }

  @Test
  @DisplayName("B5: a call under way, one that can be asked for and one just lost hold all back")
  void heldBack() {
    for (var last : List.of(OptionalLong.empty(), OptionalLong.of(NOW - WORKS_ON + 1))) {
      var open = Stream.concat(unnamed(9).stream(), Stream.of(new Open("x", n(9), last))).toList();
      assertThat(Residue.of(books(base(1, 0), open), look("k", 7)))
          .isEqualTo(new Verdict.Nothing());
      assertThat(Residue.worthALook(books(base(1, 0), open), NOW)).isFalse();
    }
  }

  @Test
  @DisplayName("B5: another key's figure, or one that fell, ends what was counted from")
  void forgotten() {
    var unnamed = books(base(5, 0), unnamed(9));
    assertThat(Residue.of(unnamed, look("other", 7))).isEqualTo(new Verdict.Forgets());
    assertThat(Residue.of(unnamed, look("k", 4))).isEqualTo(new Verdict.Forgets());
    assertThat(Residue.of(unnamed, look("k", 5))).isEqualTo(shares(0));
    assertThat(Residue.of(books(Optional.empty(), unnamed(9)), look("k", 7)))
        .isEqualTo(new Verdict.Nothing());
    var busy = new Books(base(5, 0), List.of(), OptionalLong.of(NOW));
    assertThat(Residue.of(busy, look("other", 7))).isEqualTo(new Verdict.Forgets());
  }

  @Test
  @DisplayName("B5: a look is worth its while once something can follow from it")
  void worthALook() {
    assertThat(Residue.worthALook(books(base(5, 0), unnamed(9)), NOW)).isTrue();
    assertThat(Residue.worthALook(books(base(5, 0), unnamed(9)), NOW - 1)).isFalse();
    assertThat(Residue.worthALook(books(base(5, 0), List.of()), NOW)).isFalse();
    assertThat(Residue.worthALook(books(Optional.empty(), unnamed(9)), NOW)).isFalse();
    var moved = new Books(base(5, 0), unnamed(9), OptionalLong.of(NOW - LAG + 1));
    assertThat(Residue.worthALook(moved, NOW)).isFalse();
  }

  @Test
  @DisplayName("B5: whatever is billed, lost and spent by others, what is kept covers the bill")
  void historiesAreCovered() {
    Gen.each(3_000, ResidueTest::history);
  }

  /// A provider whose figure is late, calls that are settled, lost or under way, and others.
  private static void history(Gen gen) {
    var world = new World(gen);
    for (int step = 0; step < 60; step++) {
      world.step();
      assertThat(world.settled + world.reserved()).isGreaterThanOrEqualTo(world.ours);
    }
    if (world.others == 0 && world.lost.isEmpty() && world.running.isEmpty()) {
      assertThat(world.settled).isEqualTo(world.ours);
    }
  }

  /// Calls cost up to their worst; the key's figure has what was billed a minute ago.
  private static final class World {
    private final Gen gen;
    private final boolean shared;
    private final List<Map.Entry<Long, Long>> billed = new ArrayList<>();
    private final Map<String, Long> running = new LinkedHashMap<>();
    private final Map<String, Map.Entry<Long, Long>> lost = new LinkedHashMap<>();
    private long now;
    private long moved = -LAG;
    private long ours;
    private long others;
    private long settled;
    private int ids;
    private Optional<Base> base = Optional.empty();

    World(Gen gen) {
      this.gen = gen;
      this.shared = gen.chance(50);
    }

    long reserved() {
      return running.values().stream().mapToLong(w -> w).sum()
          + lost.values().stream().mapToLong(Map.Entry::getKey).sum();
    }

    void step() {
      now += gen.between(1, gen.chance(40) ? 1_000 : 60) * SECOND;
      switch (gen.between(1, 6)) {
        case 1 -> {
          running.put("c" + ids++, (long) gen.between(1, 1_000));
          moved = now;
        }
        case 2 -> end(false);
        case 3 -> end(true);
        case 4 -> {
          if (shared) {
            long cost = gen.between(1, 500);
            others += cost;
            billed.add(Map.entry(now, cost));
          }
        }
        default -> look();
      }
    }

    /// A lost call is billed at once or late, or not at all.
    private void end(boolean loses) {
      var first = running.entrySet().stream().findFirst();
      if (first.isEmpty()) {
        return;
      }
      long worst = first.get().getValue();
      running.remove(first.get().getKey());
      long cost = gen.between(0, (int) worst);
      ours += cost;
      moved = now;
      if (loses) {
        lost.put(first.get().getKey(), Map.entry(worst, now));
        billed.add(Map.entry(now + gen.between(0, 500) * SECOND, cost));
      } else {
        billed.add(Map.entry(now, cost));
        settled += cost;
        base = base.map(b -> b.plus(n(cost)));
      }
    }

    private void look() {
      long until = now - gen.between(0, 60) * SECOND;
      long usage =
          billed.stream().filter(b -> b.getKey() <= until).mapToLong(Map.Entry::getValue).sum();
      var open = new ArrayList<Open>();
      running.forEach((id, worst) -> open.add(new Open(id, n(worst), OptionalLong.empty())));
      lost.forEach(
          (id, call) -> open.add(new Open(id, n(call.getKey()), OptionalLong.of(call.getValue()))));
      var books = new Books(base, open, OptionalLong.of(moved));
      switch (Residue.of(books, new Look("k", n(usage), now))) {
        case Verdict.Nothing _ -> {}
        case Verdict.Begins(var from) -> base = Optional.of(from);
        case Verdict.Forgets _ -> base = Optional.empty();
        case Verdict.Shares(var costs) -> costs.forEach(this::settle);
      }
    }

    private void settle(String id, NanoUsd cost) {
      var call = Optional.ofNullable(lost.remove(id)).orElseThrow();
      assertThat(cost.nanos()).isLessThanOrEqualTo(call.getKey());
      settled += cost.nanos();
      base = base.map(b -> b.plus(cost));
      moved = now;
    }
  }
}
