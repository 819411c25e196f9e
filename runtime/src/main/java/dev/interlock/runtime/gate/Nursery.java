package dev.interlock.runtime.gate;

import dev.interlock.core.embed.TokenCounter;
import dev.interlock.core.gate.Anchors;
import dev.interlock.core.gate.Judgement;
import dev.interlock.core.gate.Probes;
import dev.interlock.core.route.RolePlan;
import dev.interlock.core.route.Route;
import dev.interlock.core.space.Distance;
import dev.interlock.core.space.EncoderIdentity;
import dev.interlock.core.space.Space;
import dev.interlock.core.space.TextRecipe;
import dev.interlock.core.table.TableName;
import dev.interlock.runtime.store.Born;
import java.util.Optional;
import java.util.function.Function;

/// Where spaces are born: who builds an empty table, with which recipe and probes, and whether the
/// two copies of a space agree (A4, A6, design §2.1 and §8).
final class Nursery {
  private final GateRecords records;
  private final TableHolder holder;

  Nursery(GateRecords records, TableHolder holder) {
    this.records = records;
    this.holder = holder;
  }

  /// What was found of a table at the start.
  sealed interface Found {
    /// It has a space, and both copies agree.
    record Alive(Born born) implements Found {}

    /// It has none yet, or one that never held a vector and that the settings no longer ask for.
    record Unborn() implements Found {}

    /// Its copies disagree or its anchors are lost: it does not open.
    record Torn(String reason) implements Found {}
  }

  Found find(TableName table, RolePlan plan, Function<Route, TokenCounter> counters) {
    var born = records.born(table);
    long rows = holder.storedRows(table);
    if (rows == 0) {
      var wanted = born.filter(b -> stillWanted(b, plan, counters));
      wanted.ifPresent(b -> holder.bind(table, b.space()));
      return wanted.<Found>map(Found.Alive::new).orElseGet(Found.Unborn::new);
    }
    if (born.isEmpty()) {
      return new Found.Torn(
          "table %s holds %d vectors, but its anchors are lost; rebuild it"
              .formatted(table.word(), rows));
    }
    if (!holder.space(table).equals(Optional.of(born.get().space()))) {
      return new Found.Torn(
          "table %s and the ledger name different spaces (%s and %s); restore one of them"
              .formatted(
                  table.word(),
                  holder.space(table).map(Space::label).orElse("none"),
                  born.get().space().label()));
    }
    return new Found.Alive(born.get());
  }

  private static boolean stillWanted(
      Born born, RolePlan plan, Function<Route, TokenCounter> counters) {
    return plan.builder()
        .filter(b -> b.name().equals(born.space().encoder().route()))
        .filter(b -> b.model().equals(born.space().encoder().model()))
        .filter(b -> recipe(plan, b, counters.apply(b)).equals(born.space().recipe()))
        .filter(_ -> plan.dimension().orElse(born.space().dimension()) == born.space().dimension())
        .isPresent();
  }

  /// The probes to send: the table's own once it is born, else those that its builder will be known
  /// by.
  Prober.Errand errand(RolePlan plan, Optional<Born> born, Route route, TokenCounter counter) {
    if (born.isPresent()) {
      return new Prober.Errand(
          born.get().anchors().set(), born.get().space().recipe(), plan.dimension());
    }
    var recipe = recipe(plan, route, counter);
    return new Prober.Errand(
        Probes.forLimit(recipe.maxTokens(), counter), recipe, plan.dimension());
  }

  /// The texts' limit leaves room for the longer of the two prefixes.
  static TextRecipe recipe(RolePlan plan, Route route, TokenCounter counter) {
    int prefix = Math.max(counter.count(plan.documentPrefix()), counter.count(plan.queryPrefix()));
    return new TextRecipe(
        TextRecipe.VERSION,
        plan.documentPrefix(),
        plan.queryPrefix(),
        Math.max(1, route.maxTokens() - prefix));
  }

  /// Writes a table's certificate: its builder's own vectors, one text a call, are its anchors.
  Born bear(TableName table, Route builder, Prober.Errand errand, Judgement.Agrees agrees) {
    var anchors = new Anchors(errand.set(), agrees.own());
    var space =
        new Space(
            anchors.dimension(),
            new EncoderIdentity(builder.name(), builder.model(), Optional.empty()),
            errand.recipe(),
            Distance.COSINE);
    var born = records.bear(table, new Cradle(space, anchors));
    holder.bind(table, space);
    return born;
  }

  /// A space and anchors about to be written.
  record Cradle(Space space, Anchors anchors) {}
}
