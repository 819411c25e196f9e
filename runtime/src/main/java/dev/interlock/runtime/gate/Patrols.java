package dev.interlock.runtime.gate;

import dev.interlock.core.gate.Admission;
import dev.interlock.core.gate.Drifted;
import dev.interlock.core.gate.Gate;
import dev.interlock.core.gate.Own;
import dev.interlock.core.gate.Patrol;
import dev.interlock.core.gate.Refusal;
import dev.interlock.core.gate.Standing;
import dev.interlock.core.gate.Vouched;
import dev.interlock.core.table.TableName;
import dev.interlock.runtime.egress.Escort;
import dev.interlock.runtime.store.Born;
import dev.interlock.runtime.store.Watch;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The watch over every admitted route while it serves: canaries among its texts, and what each
/// good check vouches for (A5, design §4 Drift).
///
/// Thread: any; one lock of its own, under which nobody is called.
final class Patrols implements Escort {
  private final Events events;
  private final Map<Pair, Beat> beats = new HashMap<>();
  private final Map<Pair, Alarm> alarms = new HashMap<>();
  private final Map<Pair, Watch> earlier = new HashMap<>();
  private final Guard guard = new Guard();

  /// What is told of canaries.
  interface Events {
    /// A canary among the texts did not agree. Blocks until the route is suspended.
    void alarmed(Admission admission, Refusal refusal, Check check);

    /// A check agreed: so far what is made under the admission is vouched for. Must not block.
    void agreed(Admission admission, Vouched vouched);
  }

  private record Pair(String route, TableName table) {
    static Pair of(Admission admission) {
      return new Pair(admission.route(), admission.table());
    }
  }

  /// One admission under watch.
  ///
  /// @param told whether what it made is known to be in doubt already
  private record Beat(Admission admission, Patrol patrol, Own own, Born born, boolean told) {
    Left left() {
      return new Left(
          admission.route(),
          admission.table(),
          Optional.empty(),
          admission.verdictId(),
          patrol.vouched(),
          own,
          patrol.unvouched(),
          false);
    }
  }

  /// Probes that were asked of an admitted route.
  ///
  /// @param number the check's number in the route's patrol
  /// @param positions positions of its probes
  record Check(long number, List<Integer> positions) {}

  /// A check that failed, until its rows are known.
  ///
  /// @param drifted empty until all probes were answered again
  private record Alarm(Beat beat, Refusal refusal, Check check, Optional<Drifted> drifted) {
    Lapse lapse() {
      var leave = beat.admission();
      return new Lapse(
          leave.route(),
          leave.table(),
          leave.verdictId(),
          beat.patrol().doubtful(check.number(), check.positions(), drifted),
          refusal.reason());
    }
  }

  Patrols(Events events) {
    this.events = events;
  }

  /// The route was admitted: the watch begins anew, or goes on where its admission was only
  /// confirmed.
  void admitted(Standing.Admitted standing, Born born) {
    var leave = standing.granted();
    guard.change(
        () -> {
          earlier.remove(Pair.of(leave));
          beats.compute(
              Pair.of(leave),
              (_, before) ->
                  new Beat(leave, patrol(before, leave, born), standing.own(), born, false));
        });
  }

  /// What an earlier run of the server left, until the route is admitted again or refused.
  void earlier(Watch watch) {
    guard.change(() -> earlier.put(new Pair(watch.route(), watch.table()), watch));
  }

  /// What a route left behind without a check that vouches for it, where it made anything.
  Optional<Left> left(String route, TableName table) {
    var pair = new Pair(route, table);
    return guard.locked(
        () ->
            Optional.ofNullable(earlier.get(pair))
                .map(Patrols::left)
                .or(
                    () ->
                        Optional.ofNullable(beats.get(pair))
                            .filter(beat -> !beat.told())
                            .map(Beat::left)));
  }

  private static Left left(Watch watch) {
    return new Left(
        watch.route(),
        watch.table(),
        Optional.of(watch.model()),
        watch.verdict(),
        watch.vouched(),
        Own.singles(watch.own()),
        0,
        true);
  }

  /// What all routes left behind, or are making now.
  List<Left> left() {
    return guard
        .locked(
            () ->
                Stream.concat(earlier.keySet().stream(), beats.keySet().stream())
                    .distinct()
                    .toList())
        .stream()
        .flatMap(pair -> left(pair.route(), pair.table()).stream())
        .sorted(Comparator.comparing(Left::table).thenComparing(Left::route))
        .toList();
  }

  /// What a route made under a verdict is known to be in doubt: nobody need ask again.
  void told(String route, TableName table, String verdict) {
    var pair = new Pair(route, table);
    guard.change(
        () -> {
          earlier.computeIfPresent(pair, (_, w) -> w.verdict().equals(verdict) ? null : w);
          beats.computeIfPresent(
              pair,
              (_, b) ->
                  b.admission().verdictId().equals(verdict)
                      ? new Beat(b.admission(), b.patrol(), b.own(), b.born(), true)
                      : b);
        });
  }

  private static Patrol patrol(@Nullable Beat before, Admission leave, Born born) {
    return before != null && before.admission().verdictId().equals(leave.verdictId())
        ? before.patrol()
        : new Patrol(born.anchors().set(), leave.epoch());
  }

  /// A check by itself goes out to an admitted route; empty if its admission is an old one.
  Optional<Check> check(Admission admission, List<Integer> positions) {
    return on(admission, beat -> new Check(beat.patrol().check(), positions));
  }

  /// The check at a job's end, where the route made enough since its last good one.
  Optional<Check> atEnd(Admission admission) {
    return on(admission, beat -> beat.patrol().atEnd())
        .flatMap(c -> c)
        .map(canary -> new Check(canary.number(), List.of(canary.position())));
  }

  /// A check by itself agrees.
  void agreed(Admission admission, Check check) {
    on(
            admission,
            beat -> {
              beat.patrol().agreed(check.number(), check.positions());
              return beat.patrol().vouched();
            })
        .ifPresent(vouched -> events.agreed(admission, vouched));
  }

  /// A check failed.
  ///
  /// @return what may be in doubt at the most; empty if the admission is an old one, or another
  ///   check has failed under it already
  Optional<Lapse> alarm(Admission admission, Refusal refusal, Check check) {
    return on(admission, beat -> new Alarm(beat, refusal, check, Optional.empty()))
        .filter(alarm -> guard.locked(() -> alarms.putIfAbsent(Pair.of(admission), alarm)) == null)
        .map(Alarm::lapse);
  }

  /// All probes were answered by a route, and its suspect again and again.
  ///
  /// @param drifted empty where that could not be, so that nobody knows how steadily it answers
  void known(String route, TableName table, Optional<Drifted> drifted) {
    guard.change(
        () ->
            alarms.computeIfPresent(
                new Pair(route, table),
                (_, alarm) -> new Alarm(alarm.beat(), alarm.refusal(), alarm.check(), drifted)));
  }

  /// What raised an alarm, whose rows are not known yet.
  ///
  /// @param position the probe to ask again and again
  /// @param own the route's vectors of before
  record Suspect(int position, Own own) {}

  Optional<Suspect> suspect(String route, TableName table) {
    return guard.locked(
        () ->
            Optional.ofNullable(alarms.get(new Pair(route, table)))
                .flatMap(
                    alarm ->
                        alarm.check().positions().stream()
                            .findFirst()
                            .map(at -> new Suspect(at, alarm.beat().own()))));
  }

  /// Takes out what is known to be in doubt by now.
  Optional<Lapse> lapse(String route, TableName table) {
    return guard
        .locked(() -> Optional.ofNullable(alarms.remove(new Pair(route, table))))
        .map(Alarm::lapse);
  }

  @Override
  public Optional<Rider> due(Admission admission, int next, int most) {
    return on(
            admission,
            beat ->
                beat.patrol()
                    .due(next, most)
                    .map(canary -> new Rider(canary, text(beat, canary.position()))))
        .flatMap(r -> r);
  }

  private static String text(Beat beat, int position) {
    var born = beat.born();
    return new Prober.Errand(born.anchors().set(), born.space().recipe(), OptionalInt.empty())
        .text(position);
  }

  @Override
  public void sent(Admission admission, int texts) {
    with(admission, beat -> beat.patrol().sent(texts));
  }

  @Override
  public long came(Admission admission, int rows) {
    return on(admission, beat -> beat.patrol().came(rows)).orElse(0L);
  }

  @Override
  public void answered(Admission admission, Rider rider, float[] vector) {
    var check = new Check(rider.canary().number(), List.of(rider.canary().position()));
    var refusal =
        on(admission, beat -> beat)
            .flatMap(
                beat ->
                    Gate.canary(
                        beat.born().anchors(), beat.own(), check.positions(), List.of(vector)));
    refusal.ifPresentOrElse(
        r -> events.alarmed(admission, r, check), () -> agreed(admission, check));
  }

  @Override
  public void silent(Admission admission) {
    with(admission, beat -> beat.patrol().silent());
  }

  private void with(Admission admission, Consumer<Beat> work) {
    var _ =
        on(
            admission,
            beat -> {
              work.accept(beat);
              return beat;
            });
  }

  /// Works on the watch over that admission, unless it is an old one.
  private <T> Optional<T> on(Admission admission, Function<Beat, T> work) {
    return guard.locked(
        () ->
            Optional.ofNullable(beats.get(Pair.of(admission)))
                .filter(beat -> beat.admission().epoch() == admission.epoch())
                .map(work));
  }
}
