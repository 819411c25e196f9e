package dev.interlock.core.fanout;

import java.util.Collection;
import java.util.Optional;

/// How much of the rest a provider takes, so that all end at about the same time (the tail): a slow
/// one takes less, or nothing where the others are through before it has done one text.
///
/// Thread: any, pure; a value of one moment.
///
/// @param pullers all that have a place at the queue
/// @param flights all calls under way
/// @param rest texts that no call is under way for
record Endgame(Collection<Puller> pullers, Collection<Flight> flights, long rest, long now) {
  /// Nanoseconds that a copy must save.
  private static final double LEAST_GAIN = 50e6;

  /// Texts that this one may take, 0 if it had better not; `most` while the end is far. Never 0 for
  /// everybody while nothing is under way.
  int share(Puller puller, int most) {
    var others = others(puller);
    if (!puller.pace().known()) {
      return unproven(most);
    }
    if (others.rate <= 0) {
      return most;
    }
    double texts = rest + flights.stream().mapToDouble(f -> f.texts(now)).sum();
    double without = Math.max(texts / others.rate, others.soonest) * 1e9;
    if (puller.pace().expected(1) > without) {
      return flights.isEmpty() ? 1 : 0;
    }
    double perText = 1e9 / others.rate;
    double even = (texts * perText - puller.pace().perCall()) / (puller.pace().perText() + perText);
    return (int) Math.clamp(even, 1, most);
  }

  /// Nothing is known of its speed: no more than its part if all were alike.
  private int unproven(int most) {
    long places = pullers.stream().filter(p -> p.free(now)).mapToLong(Endgame::idle).sum();
    return Math.clamp(rest / Math.max(1, places), 1, most);
  }

  private static int idle(Puller puller) {
    return puller.trial() ? 1 : Math.max(0, puller.provider().calls() - puller.running());
  }

  /// @param rate texts a second of all places but one of this provider's
  /// @param soonest seconds until one of them could have done one more text
  private record Others(double rate, double soonest) {}

  private Others others(Puller but) {
    double rate = 0;
    double soonest = Double.POSITIVE_INFINITY;
    for (var flight : flights) {
      rate += flight.rate(now);
      var puller = flight.puller();
      if (puller.serving(now) && puller.pace().known()) {
        double next = Math.max(0, flight.remaining(now)) + puller.pace().expected(1);
        soonest = Math.min(soonest, next / 1e9);
      }
    }
    for (var puller : pullers) {
      int places = puller.free(now) ? idle(puller) - (puller == but ? 1 : 0) : 0;
      if (places > 0 && puller.pace().known()) {
        rate += places * puller.rate();
        soonest = Math.min(soonest, puller.pace().expected(1) / 1e9);
      }
    }
    return new Others(rate, soonest == Double.POSITIVE_INFINITY ? 0 : soonest);
  }

  /// The call whose texts this one should fetch as well, since it would have them all sooner; only
  /// where that is free, and once.
  Optional<Flight> rescue(Puller puller) {
    if (puller.provider().kind() != Provider.Kind.LOCAL || !puller.pace().known()) {
      return Optional.empty();
    }
    return flights.stream()
        .filter(f -> f.puller() != puller && !f.suspect() && !f.copy())
        .filter(f -> uncopied(f) > 0 && time(puller, uncopied(f)) + LEAST_GAIN < f.remaining(now))
        .max((a, b) -> Double.compare(a.remaining(now), b.remaining(now)));
  }

  private static long uncopied(Flight flight) {
    return flight.texts().stream().filter(Text::rare).count();
  }

  private static double time(Puller puller, long texts) {
    int batch = Math.min((int) texts, puller.batch());
    return puller.pace().expected(batch) * Math.ceilDiv(texts, batch);
  }
}
