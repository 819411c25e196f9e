package dev.interlock.core.gate;

import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;

/// Up to where good checks vouch for what a route made under one admission (A5, design §4 Drift).
/// It is kept on disk, so that no restart forgets which rows nobody vouches for.
///
/// @param agreed for each kind of canary the number of the last check that agreed; 0 is the
///   admission itself
public record Vouched(List<Long> agreed) {
  public Vouched {
    agreed = List.copyOf(agreed);
  }

  /// As it is at an admission.
  public static Vouched atAdmission(ProbeSet set) {
    return new Vouched(Collections.nCopies(Probes.canaries(set, 0).size(), 0L));
  }

  /// The last good check of any kind. Nobody vouches for rows of this stretch or a later one yet.
  public long last() {
    return agreed.stream().mapToLong(Long::longValue).max().orElse(0);
  }

  /// The first stretch whose rows are in doubt once all probes were asked again, without an alarm
  /// before, and the route was refused.
  ///
  /// As after an alarm a check vouches only for what it would have seen, and nothing vouches for a
  /// route that answers now so, now so. Of one that answers as at its admission, and is refused for
  /// another reason, the last check counts.
  ///
  /// @param drifted what all probes showed; empty where the route could not be asked any more
  public long doubtful(ProbeSet set, Optional<Drifted> drifted) {
    if (drifted.filter(d -> d.sometimes().isEmpty()).isEmpty()) {
      return 0;
    }
    var always = drifted.get().always();
    return always.isEmpty()
        ? last()
        : kinds(set, always).map(kind -> agreed.get(kind)).max(Long::compare).orElse(0L);
  }

  /// The kinds of canaries that probes are of.
  static Stream<Integer> kinds(ProbeSet set, List<Integer> positions) {
    Set<Integer> kinds = new HashSet<>();
    for (int position : positions) {
      OptionalInt kind = Probes.canaryKind(set, position);
      kind.ifPresent(kinds::add);
    }
    return kinds.stream();
  }
}
