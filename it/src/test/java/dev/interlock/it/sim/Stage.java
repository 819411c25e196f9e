package dev.interlock.it.sim;

import dev.interlock.core.money.NanoUsd;
import dev.interlock.core.money.Price;
import dev.interlock.core.profile.Budget;
import dev.interlock.core.profile.Delivery;
import dev.interlock.core.profile.Kind;
import dev.interlock.core.profile.Limits;
import dev.interlock.core.profile.Profile;
import dev.interlock.core.profile.Tier;
import dev.interlock.core.role.Policy;
import dev.interlock.core.role.Role;
import dev.interlock.core.route.Capacity;
import dev.interlock.core.route.Dialect;
import dev.interlock.core.route.Engine;
import dev.interlock.core.route.Placement;
import dev.interlock.core.route.RolePlan;
import dev.interlock.core.route.Route;
import dev.interlock.core.table.PerTable;
import dev.interlock.core.table.TableName;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// Puts a scene together: hosts, accounts and who comes. Each account has an embedding route and a
/// generating one, each host an embedding route.
final class Stage {
  /// A dollar for a million tokens read, two for a million written.
  static final Price PRICE =
      new Price(
          new NanoUsd(1_000_000_000L),
          Optional.empty(),
          new NanoUsd(2_000_000_000L),
          NanoUsd.ZERO,
          LocalDate.EPOCH,
          Price.Source.SETTINGS,
          OptionalLong.empty());

  private final Map<String, Scene.Account> clouds = new LinkedHashMap<>();
  private final Map<String, Scene.Engine> hosts = new LinkedHashMap<>();
  private final List<Route> embedding = new ArrayList<>();
  private final List<Route> generating = new ArrayList<>();
  private final List<Scene.Chat> chats = new ArrayList<>();
  private final List<Scene.Question> questions = new ArrayList<>();
  private final List<Scene.Index> indexes = new ArrayList<>();
  private Duration patience = Duration.ofSeconds(10);
  private long cloudTextNanos;

  Stage host(String name, Scene.Engine engine, Capacity capacity) {
    hosts.put(name, engine);
    embedding.add(route(name, capacity, Optional.empty()));
    return this;
  }

  Stage account(String name, Scene.Account account, Capacity capacity) {
    clouds.put(name, account);
    embedding.add(route("embed " + name, capacity, Optional.of(name)));
    generating.add(route("chat " + name, capacity, Optional.of(name)));
    return this;
  }

  /// How long a cloud works on each text; if this is not said, chance has it.
  Stage cloudText(long nanos) {
    cloudTextNanos = nanos;
    return this;
  }

  /// How long callers wait for a permit.
  Stage patience(Duration longest) {
    patience = longest;
    return this;
  }

  Stage chat(long atNanos, ChatCaller.Ask ask) {
    chats.add(new Scene.Chat(atNanos, ask));
    return this;
  }

  Stage question(long atNanos, String id) {
    questions.add(new Scene.Question(atNanos, id));
    return this;
  }

  Stage job(long atNanos, Work work) {
    indexes.add(new Scene.Index(atNanos, work));
    return this;
  }

  static Route route(String name, Capacity capacity, Optional<String> account) {
    var placement = account.isPresent() ? Placement.CLOUD : Placement.LOCAL;
    return new Route(
        name,
        new Engine(placement, Dialect.OPENAI, name),
        "m",
        List.of(),
        account.map(_ -> "pin"),
        capacity,
        account);
  }

  static PerTable<RolePlan> roles(Policy policy, List<Route> routes) {
    return PerTable.of(
        table ->
            table == TableName.CODE
                ? plan(Role.CODE_EMBEDDING, policy, routes)
                : plan(Role.TEXT_EMBEDDING, Policy.LOCAL, List.of()));
  }

  private static RolePlan plan(Role role, Policy policy, List<Route> routes) {
    return new RolePlan(role, policy, routes, OptionalInt.empty(), "", "");
  }

  /// A profile of three attempts.
  ///
  /// @param permit how long a caller waits for one
  static Profile profile(List<Tier> tiers, Duration permit) {
    var l = Limits.DEFAULT;
    var limits =
        new Limits(
            l.connect(), l.firstByte(), l.firstContent(), l.betweenContents(), l.total(), permit);
    var budget = new Budget(3, Duration.ofSeconds(60));
    return new Profile(
        "p",
        Kind.GENERATE,
        tiers,
        Delivery.WHOLE,
        new Profile.Patience(budget, limits),
        Profile.Rule.NONE);
  }

  Scene scene() {
    return new Scene(
        clouds,
        hosts,
        roles(Policy.AGGREGATE, embedding),
        profile(List.of(new Tier(generating)), patience),
        Map.of(),
        new Scene.Cast(chats, questions, indexes, List.of()),
        cloudTextNanos);
  }
}
