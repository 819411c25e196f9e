package dev.interlock.core.gate;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeSet;
import java.util.stream.LongStream;

/// The watch over one admission while it serves: when a canary goes along, which one, and from
/// where on nobody vouches for the route's rows (A5, design §4 Drift).
///
/// The work between two checks is a *stretch*; they are numbered from 0, and every row knows its
/// own. A row belongs to the stretch in which its vector came back: so the check after it was asked
/// later for certain, and vouches for it.
///
/// Owner: whoever holds the gate's lock. No time, no chance, no IO.
public final class Patrol {
  /// Texts between two canaries at the most.
  public static final int INTERVAL = 90;

  /// Checks that are remembered of each kind.
  private static final int REMEMBERED = 16;

  private final ProbeSet set;
  private final long start;
  private final List<NavigableSet<Long>> agreed = new ArrayList<>();
  private long asked;
  private long texts;
  private boolean owed;

  /// The watch over a fresh admission, for which all probes have just been asked.
  ///
  /// @param start where in the rotation it begins, so that a route that is often admitted anew does
  ///   not show the same probe each time
  public Patrol(ProbeSet set, long start) {
    this.set = set;
    this.start = start;
    for (int kind = 0; kind < kinds(); kind++) {
      agreed.add(new TreeSet<>(List.of(0L)));
    }
  }

  private int kinds() {
    return Probes.canaries(set, 0).size();
  }

  /// The canary that must go along with the next call, if one must: without it more than
  /// [#INTERVAL] texts could have gone out since the last one by the end of the call after it.
  ///
  /// @param next texts of that call
  /// @param most texts of any call
  public Optional<Canary> due(int next, int most) {
    if (kinds() == 0 || (!owed && texts + next + most <= INTERVAL)) {
      return Optional.empty();
    }
    var rotation = start + asked;
    int turn = Math.floorMod(Math.floorDiv(rotation, kinds()), 1 << 20);
    var position = Probes.canaries(set, turn).get(Math.floorMod(rotation, kinds()));
    return Optional.of(new Canary(check(), position));
  }

  /// A check goes out now, with a call or by itself: a new stretch begins.
  ///
  /// @return its number
  public long check() {
    asked++;
    texts = 0;
    owed = false;
    return asked;
  }

  /// Texts go out in a call that no canary goes along with.
  public void sent(int more) {
    texts += more;
  }

  /// The check came back and agrees, as far as these probes tell.
  public void agreed(long check, Collection<Integer> positions) {
    for (int position : positions) {
      Probes.canaryKind(set, position).ifPresent(kind -> remember(agreed.get(kind), check));
    }
  }

  private static void remember(NavigableSet<Long> checks, long check) {
    checks.add(check);
    while (checks.size() > REMEMBERED) {
      checks.remove(checks.ceiling(1L));
    }
  }

  /// The check brought nothing to compare: the next call takes one along.
  public void silent() {
    owed = true;
  }

  /// The present stretch.
  public long stretch() {
    return asked;
  }

  /// Texts since the last check that no canary went along with.
  public long texts() {
    return texts;
  }

  /// The first stretch whose rows are in doubt after an alarm.
  ///
  /// A check vouches only for what it would have seen: the last one that agreed on a kind of probe
  /// that disagrees now. Where the route answers now so, now so, as one bad engine of several
  /// behind one name makes it, any check may have met a good one, and none vouches for anything;
  /// nor is it known of a route that could not be asked.
  ///
  /// @param check the one that alarmed
  /// @param alarmed positions of the probes that disagreed in it
  /// @param drifted what was found when all probes were asked again; empty where they could not be
  public long doubtful(long check, Collection<Integer> alarmed, Optional<Drifted> drifted) {
    if (drifted.filter(d -> d.steadily(alarmed)).isEmpty()) {
      return 0;
    }
    var kinds = new HashSet<Integer>();
    for (int position : drifted.get().always()) {
      OptionalInt kind = Probes.canaryKind(set, position);
      kind.ifPresent(kinds::add);
    }
    return kinds.stream()
        .flatMapToLong(kind -> LongStream.of(agreed.get(kind).lower(check)))
        .max()
        .orElse(0);
  }
}
