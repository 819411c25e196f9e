package dev.interlock.core.money;

import java.math.BigInteger;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// What calls have cost that their provider never named (decision 022): what the key was billed in
/// all since a moment at which nothing was open, less what was settled since. A key that others use
/// too was billed more, never less, so that what is settled never falls below the bill.
///
/// Thread: any. Pure: ticks are arguments.
public final class Residue {
  /// A provider's figure is up to a minute old: what happened so long ago is in it.
  public static final Duration LAG = Duration.ofMinutes(2);

  /// So long a provider that does not stop may work on, and bill, after its caller is gone: as long
  /// as an attempt lasts, where the settings don't say otherwise.
  public static final Duration WORKS_ON = Duration.ofMinutes(10);

  private Residue() {}

  /// What a provider told of a key.
  ///
  /// @param label which key
  /// @param usage what it was ever billed
  /// @param askedNanos a tick before which the figure does not end, but for [#LAG]
  public record Look(String label, NanoUsd usage, long askedNanos) {}

  /// Where it is counted from.
  ///
  /// @param usage what the key had been billed then
  /// @param settled of the account since then
  public record Base(String label, NanoUsd usage, NanoUsd settled) {
    /// With one more settlement.
    public Base plus(NanoUsd cost) {
      return new Base(label, usage, settled.plus(cost));
    }
  }

  /// A call that is not settled.
  ///
  /// @param worst the most that it can cost; nothing where nobody knows its price
  /// @param lostNanos since when it is known to be lost, without a name to ask for it by; empty
  ///   while it is under way or can be asked for
  public record Open(String id, NanoUsd worst, OptionalLong lostNanos) {
    private boolean over(long tick) {
      return lostNanos.isPresent() && tick - lostNanos.getAsLong() >= WORKS_ON.toNanos();
    }
  }

  /// An account's books.
  ///
  /// @param movedNanos when money was last set aside, settled, given back or lost; empty if that is
  ///   longer ago than anybody remembers
  public record Books(Optional<Base> base, List<Open> open, OptionalLong movedNanos) {
    public Books {
      open = List.copyOf(open);
    }

    private boolean quiet(long tick) {
      return movedNanos.isEmpty() || tick - movedNanos.getAsLong() >= LAG.toNanos();
    }
  }

  /// What follows from a look.
  public sealed interface Verdict {
    /// It says nothing: all stays as it is.
    record Nothing() implements Verdict {}

    /// Nothing is open: it is counted from here.
    record Begins(Base base) implements Verdict {}

    /// It is another key, or its count began anew: what was counted from says nothing any more.
    record Forgets() implements Verdict {}

    /// All open calls have cost this, by their ids: in sum the residue, none more than its worst.
    record Shares(Map<String, NanoUsd> costs) implements Verdict {
      public Shares {
        costs = Map.copyOf(costs);
      }
    }
  }

  /// Whether a look of now would settle something, if nobody else uses the key.
  public static boolean worthALook(Books books, long nowNanos) {
    return books.base().isPresent()
        && !books.open().isEmpty()
        && books.quiet(nowNanos)
        && books.open().stream().allMatch(call -> call.over(nowNanos));
  }

  /// What follows from a look.
  public static Verdict of(Books books, Look look) {
    var base = books.base().filter(b -> same(b, look));
    if (books.open().isEmpty() && books.quiet(look.askedNanos())) {
      var fresh = new Base(look.label(), look.usage(), NanoUsd.ZERO);
      return base.filter(fresh::equals).isPresent()
          ? new Verdict.Nothing()
          : new Verdict.Begins(fresh);
    }
    if (base.isEmpty()) {
      return books.base().isPresent() ? new Verdict.Forgets() : new Verdict.Nothing();
    }
    return worthALook(books, look.askedNanos())
        ? shared(look.usage().minus(base.get().usage()).minus(base.get().settled()), books.open())
        : new Verdict.Nothing();
  }

  private static boolean same(Base base, Look look) {
    return base.label().equals(look.label()) && !base.usage().exceeds(look.usage());
  }

  /// More than all worsts is somebody else's too; what has no price has no bound.
  private static Verdict shared(NanoUsd residue, List<Open> open) {
    var worsts =
        open.stream().map(call -> big(call.worst())).reduce(BigInteger.ZERO, BigInteger::add);
    boolean bounded = open.stream().allMatch(call -> call.worst().nanos() > 0);
    boolean nothing = residue.nanos() == 0;
    if (!nothing && (!bounded || big(residue).compareTo(worsts) > 0)) {
      return new Verdict.Nothing();
    }
    var costs = new LinkedHashMap<String, NanoUsd>();
    var before = BigInteger.ZERO;
    for (var call : open) {
      var until = before.add(big(call.worst()));
      long share = nothing ? 0 : part(residue, until, worsts) - part(residue, before, worsts);
      costs.put(call.id(), new NanoUsd(share));
      before = until;
    }
    return new Verdict.Shares(costs);
  }

  /// Differences of rounded sums add up to the whole, and none is above its worst.
  private static long part(NanoUsd residue, BigInteger worsts, BigInteger all) {
    return big(residue).multiply(worsts).divide(all).longValueExact();
  }

  private static BigInteger big(NanoUsd amount) {
    return BigInteger.valueOf(amount.nanos());
  }
}
