package dev.interlock.core.gate;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
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

  /// Texts since the last good check that are worth a canary of their own at a job's end: so it
  /// costs no more than one text in 30. Fewer wait for the next check.
  public static final int WORTH_A_CHECK = 30;

  /// Checks that are remembered of each kind.
  private static final int REMEMBERED = 16;

  private final ProbeSet set;
  private final long start;
  private final List<NavigableSet<Long>> agreed = new ArrayList<>();
  private long asked;
  private long texts;
  private boolean owed;

  /// Texts that came back, by stretch, for which no check vouches yet.
  private final NavigableMap<Long, Integer> came = new TreeMap<>();

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
    return Optional.of(next());
  }

  private Canary next() {
    var rotation = start + asked;
    int turn = Math.floorMod(Math.floorDiv(rotation, kinds()), 1 << 20);
    var position = Probes.canaries(set, turn).get(Math.floorMod(rotation, kinds()));
    return new Canary(check(), position);
  }

  /// The canary that goes out by itself once a job is done, where enough came back since the last
  /// good check.
  public Optional<Canary> atEnd() {
    return kinds() == 0 || unvouched() < WORTH_A_CHECK ? Optional.empty() : Optional.of(next());
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

  /// An answer came back that no canary went along with.
  ///
  /// @param rows texts of it that may become rows, 0 or more
  /// @return the stretch in which it belongs
  public long came(int rows) {
    came.merge(asked, rows, Integer::sum);
    return asked;
  }

  /// Texts that came back since the last good check and may have become rows.
  public int unvouched() {
    return came.values().stream().mapToInt(Integer::intValue).sum();
  }

  /// Up to where good checks vouch by now.
  public Vouched vouched() {
    return new Vouched(agreed.stream().map(NavigableSet::last).toList());
  }

  /// The check came back and agrees, as far as these probes tell.
  public void agreed(long check, Collection<Integer> positions) {
    came.headMap(check).clear();
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
    return Vouched.kinds(set, drifted.get().always())
        .flatMapToLong(kind -> LongStream.of(agreed.get(kind).lower(check)))
        .max()
        .orElse(0);
  }
}
