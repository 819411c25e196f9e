package dev.interlock.runtime.gate;

import dev.interlock.core.embed.TokenCounter;
import dev.interlock.core.gate.Anchors;
import dev.interlock.core.gate.Judgement;
import dev.interlock.core.gate.Probes;
import dev.interlock.core.route.EngineState;
import dev.interlock.core.route.ModelIdentity;
import dev.interlock.core.route.RolePlan;
import dev.interlock.core.route.Route;
import dev.interlock.core.space.Distance;
import dev.interlock.core.space.EncoderIdentity;
import dev.interlock.core.space.Space;
import dev.interlock.core.space.TextRecipe;
import dev.interlock.core.table.TableName;
import dev.interlock.runtime.egress.Outlet;
import dev.interlock.runtime.store.Born;
import java.util.Optional;
import java.util.function.Function;

/// Where spaces are born: who builds an empty table, with which recipe and probes, and whether the
/// two copies of a space agree (A4, A6, design §2.1 and §8).
final class Nursery {
  /// Tokens of the longest text where no route says more.
  private static final int DEFAULT_LIMIT = 256;

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

  Found find(TableName table, RolePlan plan, Function<Route, Outlet> outlets) {
    var born = records.born(table);
    long rows = holder.storedRows(table);
    if (rows == 0) {
      var wanted = born.filter(b -> stillWanted(b, plan, outlets));
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

  private static boolean stillWanted(Born born, RolePlan plan, Function<Route, Outlet> outlets) {
    return plan.builder()
        .filter(b -> b.name().equals(born.space().encoder().route()))
        .filter(b -> b.model().equals(born.space().encoder().model()))
        .filter(b -> sameRecipe(recipe(plan, outlets.apply(b)), born.space().recipe(), b))
        .filter(_ -> plan.dimension().orElse(born.space().dimension()) == born.space().dimension())
        .isPresent();
  }

  /// A limit that the file leaves to the engine is not known at the start, and may grow: that alone
  /// is no wish for another space.
  private static boolean sameRecipe(TextRecipe wanted, TextRecipe born, Route builder) {
    boolean open = builder.capacity().givenTokens().isEmpty();
    return wanted.version() == born.version()
        && wanted.documentPrefix().equals(born.documentPrefix())
        && wanted.queryPrefix().equals(born.queryPrefix())
        && (open || wanted.maxTokens() == born.maxTokens());
  }

  /// The probes to send: the table's own once it is born, else those that its builder will be known
  /// by.
  Prober.Errand errand(RolePlan plan, Optional<Born> born, Outlet outlet) {
    if (born.isPresent()) {
      return new Prober.Errand(
          born.get().anchors().set(), born.get().space().recipe(), plan.dimension());
    }
    var recipe = recipe(plan, outlet);
    return new Prober.Errand(
        Probes.forLimit(recipe.maxTokens(), outlet.counter()), recipe, plan.dimension());
  }

  /// The texts' limit leaves room for the longer of the two prefixes.
  static TextRecipe recipe(RolePlan plan, Outlet outlet) {
    var counter = outlet.counter();
    int prefix = Math.max(counter.count(plan.documentPrefix()), counter.count(plan.queryPrefix()));
    return new TextRecipe(
        TextRecipe.VERSION,
        plan.documentPrefix(),
        plan.queryPrefix(),
        Math.max(1, outlet.maxTokens() - prefix));
  }

  /// How the texts of a table are bounded: by its space, or before its birth by the route that will
  /// build it.
  static TextLimit limit(RolePlan plan, Optional<Space> space, Function<Route, Outlet> outlets) {
    var builder =
        space.isEmpty()
            ? plan.builder()
            : plan.routes().stream()
                .filter(r -> r.model().equals(space.get().encoder().model()))
                .findFirst();
    var outlet = builder.map(outlets);
    int maxTokens =
        space
            .map(s -> s.recipe().maxTokens())
            .or(() -> outlet.map(o -> recipe(plan, o).maxTokens()))
            .orElse(DEFAULT_LIMIT);
    return new TextLimit(outlet.map(Outlet::lengths).orElseGet(TokenCounter::estimate), maxTokens);
  }

  /// Writes a table's certificate: its builder's own vectors, one text a call, are its anchors.
  Born bear(TableName table, Outlet outlet, Prober.Errand errand, Judgement.Agrees agrees) {
    var builder = outlet.route();
    var revision = outlet.state().flatMap(EngineState::identity).map(ModelIdentity::revision);
    var anchors = new Anchors(errand.set(), agrees.own().singles());
    var space =
        new Space(
            anchors.dimension(),
            new EncoderIdentity(builder.name(), builder.model(), revision),
            errand.recipe(),
            Distance.COSINE);
    var born = records.bear(table, new Cradle(space, anchors));
    holder.bind(table, space);
    return born;
  }

  /// A space and anchors about to be written.
  record Cradle(Space space, Anchors anchors) {}
}
