package dev.interlock.runtime.egress;

import dev.interlock.core.gate.Admission;
import dev.interlock.core.gate.Canary;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Who sends canaries along with the texts of admitted routes, and looks at what becomes of them
/// (A3, design §4 Drift).
///
/// Thread: any; [#answered] blocks where it alarms, until that is durable.
public interface Escort {
  /// The canary that must go along with the next call; it counts as sent.
  ///
  /// @param next texts of that call
  /// @param most texts that a call of this route holds
  Optional<Rider> due(Admission admission, int next, int most);

  /// So many texts go out in a call that no canary goes along with.
  void sent(Admission admission, int texts);

  /// An answer is in that no canary went along with.
  ///
  /// @param rows texts of it that may become rows
  /// @return the stretch of the route's work in which it belongs
  long came(Admission admission, int rows);

  /// The canary was answered. Where it does not agree the admission holds no more afterwards.
  void answered(Admission admission, Rider rider, float[] vector);

  /// The canary's call brought nothing to compare.
  void silent(Admission admission);

  /// A canary with its text.
  ///
  /// @param text the probe as the route's own texts are sent, prefix included
  record Rider(Canary canary, String text) {
    /// The texts with the canary's among them.
    List<String> among(List<String> texts) {
      var all = new ArrayList<>(texts);
      all.add(canary.place(texts.size()), text);
      return all;
    }

    /// The stretch in which the other texts of its call belong: it vouches for them itself.
    long stretch() {
      return canary.number() - 1;
    }
  }
}
