package dev.interlock.it.sim;

import dev.interlock.core.money.DailyCap;
import dev.interlock.core.money.Scope;
import dev.interlock.core.profile.Profile;
import dev.interlock.core.route.RolePlan;
import dev.interlock.core.route.Route;
import dev.interlock.core.table.PerTable;
import dev.interlock.core.table.TableName;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// What a simulation plays: who is there, what goes wrong when, and who comes when.
///
/// @param clouds accounts by name
/// @param hosts local engines by the name of their route
/// @param roles the two embedding roles
/// @param profile the generating one
/// @param caps daily budgets
/// @param cast who comes
/// @param cloudTextNanos work of a cloud for each text; 0 leaves it to chance
record Scene(
    Map<String, Account> clouds,
    Map<String, Engine> hosts,
    PerTable<RolePlan> roles,
    Profile profile,
    Map<Scope, DailyCap> caps,
    Cast cast,
    long cloudTextNanos) {

  /// One account.
  record Account(Cloud.Terms terms, List<Spell> spells) {}

  /// One local engine.
  record Engine(Host.Pace pace, List<Spell> spells) {}

  /// Who comes, by the time since the beginning.
  ///
  /// @param kills when the server is killed and started again
  record Cast(List<Chat> chats, List<Question> questions, List<Index> indexes, List<Long> kills) {
    public Cast {
      chats = List.copyOf(chats);
      questions = List.copyOf(questions);
      indexes = List.copyOf(indexes);
      kills = List.copyOf(kills);
    }
  }

  /// A caller of the generating profile.
  record Chat(long atNanos, ChatCaller.Ask ask) {}

  /// A search's question.
  record Question(long atNanos, String id) {}

  /// An index job.
  record Index(long atNanos, Work work) {}

  /// All embedding routes.
  List<Route> routes() {
    return roles.get(TableName.CODE).routes();
  }

  /// Texts that a route may have under way at once, at the most.
  int underWay() {
    return routes().stream().mapToInt(r -> r.maxBatch() * (r.concurrency() + 1)).max().orElse(0);
  }

  /// When the last fault is over.
  long calm() {
    var spells =
        Stream.concat(
            clouds.values().stream().flatMap(c -> c.spells().stream()),
            hosts.values().stream().flatMap(h -> h.spells().stream()));
    return Stream.concat(spells.map(Spell::over), cast.kills().stream())
        .mapToLong(Long::longValue)
        .max()
        .orElse(0);
  }
}
