package dev.interlock.it.sim;

import dev.interlock.core.embed.EmbedOutcome;
import dev.interlock.core.embed.EmbedRequest;
import dev.interlock.core.embed.EmbeddingClient;
import dev.interlock.core.embed.Fault;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// A local engine: each call needs so much work for itself and for each text, and its speed may
/// change while a call runs.
final class Host {
  private static final long TIMEOUT = 60 * Ground.SECOND;

  private final Ground ground;
  private final Pace pace;
  private final List<Spell> spells;
  private final Encoder encoder;
  private final RandomGenerator luck;
  private long embedded;
  private int questions;

  /// How it works.
  ///
  /// @param turns its speeds in the order of time, each as a multiple of the first
  record Pace(long perCallNanos, long perTextNanos, List<Turn> turns) {
    /// When a call of so many texts ends that begins then.
    long end(int texts, long fromNanos) {
      double work = perCallNanos + (double) texts * perTextNanos;
      double speed = 1;
      double at = fromNanos;
      for (var turn : turns) {
        double until = Math.max(at, (double) turn.fromNanos());
        double done = (until - at) * speed;
        if (done >= work) {
          return (long) (at + work / speed);
        }
        work -= done;
        at = until;
        speed = turn.speed();
      }
      return (long) (at + work / speed);
    }
  }

  /// From then on it is so many times as fast as at first.
  record Turn(long fromNanos, double speed) {}

  Host(Ground ground, String name, Pace pace, List<Spell> spells) {
    this.ground = ground;
    this.pace = pace;
    this.spells = spells;
    this.encoder = new Encoder(ground, spells);
    this.luck = ground.chance(name + " luck");
  }

  List<Spell> spells() {
    return spells;
  }

  /// Texts that it has answered.
  long embedded() {
    return embedded;
  }

  /// Questions that were sent to it.
  int questions() {
    return questions;
  }

  private boolean on(Spell.Kind kind) {
    return Spell.on(spells, kind, ground.now()).isPresent();
  }

  private void call(List<String> texts, Consumer<EmbedOutcome> told) {
    if (on(Spell.Kind.DEAD)) {
      ground.after(5 * Ground.MILLI, () -> told.accept(failed(Fault.UNREACHABLE, 0)));
    } else if (on(Spell.Kind.DEAF)) {
      ground.after(TIMEOUT, () -> told.accept(failed(Fault.TIMEOUT, 0)));
    } else if (on(Spell.Kind.STORM)) {
      ground.after(5 * Ground.MILLI, () -> told.accept(failed(Fault.BUSY, 429)));
    } else if (on(Spell.Kind.ERRORS) && luck.nextInt(4) == 0) {
      ground.after(5 * Ground.MILLI, () -> told.accept(failed(Fault.ENGINE_ERROR, 500)));
    } else if (texts.stream().anyMatch(Rows::poison)) {
      ground.after(5 * Ground.MILLI, () -> told.accept(failed(Fault.REFUSED, 400)));
    } else {
      long took = pace.end(texts.size(), ground.now()) - ground.now();
      long wire = on(Spell.Kind.SLOW) && luck.nextInt(3) == 0 ? 10 * took : took;
      ground.after(wire, () -> told.accept(answered(texts)));
    }
  }

  private EmbedOutcome answered(List<String> texts) {
    return new EmbedOutcome.Answered(
        encoder.vectors(texts), Optional.of("m"), OptionalLong.empty());
  }

  static EmbedOutcome failed(Fault fault, int status) {
    var told = status == 0 ? OptionalInt.empty() : OptionalInt.of(status);
    return new EmbedOutcome.Failed(fault, told, "scripted: %s %d".formatted(fault, status));
  }

  /// A chat with it, which takes as long as a call of so many texts; says whether it answered.
  void chat(int texts, Consumer<Boolean> told) {
    call(
        Collections.nCopies(texts, "chat"),
        outcome -> told.accept(outcome instanceof EmbedOutcome.Answered));
  }

  /// The way to it. Calls are made on fibers.
  ///
  /// @param arriving told of each call's texts
  EmbeddingClient client(Supplier<Fibers> fibers, Consumer<List<String>> arriving) {
    return new EmbeddingClient() {
      @Override
      public EmbedOutcome embed(EmbedRequest request) {
        arriving.accept(request.texts());
        questions += (int) request.texts().stream().filter(t -> t.startsWith("question")).count();
        var cell = fibers.get().new Cell<EmbedOutcome>();
        call(request.texts(), cell::put);
        var outcome = cell.await();
        embedded += outcome instanceof EmbedOutcome.Answered a ? a.vectors().size() : 0;
        return outcome;
      }

      @Override
      public void close() {}
    };
  }
}
