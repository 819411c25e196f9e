package dev.interlock.server.routes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.ledger.Decision;
import dev.interlock.core.money.NanoUsd;
import dev.interlock.core.money.Price;
import dev.interlock.core.profile.Delivery;
import dev.interlock.core.profile.Kind;
import dev.interlock.core.profile.Plan;
import dev.interlock.core.profile.Profile;
import dev.interlock.core.profile.Tier;
import dev.interlock.core.role.Policy;
import dev.interlock.core.role.Role;
import dev.interlock.core.route.Capacity;
import dev.interlock.core.route.Dialect;
import dev.interlock.core.route.Engine;
import dev.interlock.core.route.EngineState;
import dev.interlock.core.route.Placement;
import dev.interlock.core.route.RolePlan;
import dev.interlock.core.route.Route;
import dev.interlock.core.table.TableName;
import dev.interlock.runtime.gate.MatrixRow;
import dev.interlock.runtime.gate.Reference;
import dev.interlock.runtime.store.Coverage;
import dev.interlock.server.routes.RouteMap.Entry;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// B6: what the map says of plans and verdicts.
class MappingTest {
  private static final Route A = route("a", Placement.LOCAL);
  private static final Route B = route("b", Placement.LOCAL);
  private static final Route C = route("c", Placement.CLOUD);
  private static final Price PRICE =
      new Price(
          new NanoUsd(20_000_000),
          Optional.empty(),
          NanoUsd.ZERO,
          NanoUsd.ZERO,
          LocalDate.of(2026, 12, 1),
          Price.Source.PROVIDER,
          OptionalLong.empty());
  private static final Mapping MAPPING =
      new Mapping(route -> Optional.of(PRICE).filter(_ -> route.equals(C)));

  private static Route route(String name, Placement placement) {
    return new Route(
        name,
        new Engine(placement, Dialect.OLLAMA, "http://" + name),
        "m",
        List.of(),
        Optional.empty(),
        new Capacity(100, 1, 1),
        Optional.empty());
  }

  private static MatrixRow row(Route route, String verdict, Optional<EngineState> engine) {
    return new MatrixRow(
        route.name(),
        route.model(),
        Dialect.OLLAMA,
        engine,
        TableName.CODE,
        verdict,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        verdict.equals("admitted") ? "" : "why",
        OptionalInt.empty(),
        new Reference(Optional.of("a"), Coverage.FULL),
        0,
        Optional.empty());
  }

  private static MatrixRow row(Route route, String verdict) {
    return row(route, verdict, Optional.empty());
  }

  private static RolePlan plan(Policy policy, Route... routes) {
    return new RolePlan(Role.CODE_EMBEDDING, policy, List.of(routes), OptionalInt.empty(), "", "");
  }

  private static List<String> said(Entry entry) {
    return entry.ways().stream()
        .map(
            way ->
                "%s %s %s %s %s"
                    .formatted(
                        way.route(),
                        way.path().word(),
                        way.serves().word(),
                        way.rank().isPresent() ? way.rank().getAsInt() : "-",
                        way.said()))
        .toList();
  }

  @Test
  @DisplayName("A2, B6: under backup the cloud is dotted and serves only while no local route can")
  void backupHoldsTheCloudInReserve() {
    var plan = plan(Policy.BACKUP, C, A, B);

    assertThat(
            said(
                MAPPING.role(
                    TableName.CODE,
                    plan,
                    List.of(row(C, "admitted"), row(A, "admitted"), row(B, "probe_failed")))))
        .containsExactly(
            "a normal now 1 admitted",
            "b normal later - probe failed: why",
            "c fallback now - admitted: held in reserve while a local route serves");
    assertThat(
            said(
                MAPPING.role(
                    TableName.CODE,
                    plan,
                    List.of(row(C, "admitted"), row(A, "unproven"), row(B, "refused")))))
        .containsExactly(
            "a normal later - unproven: why",
            "b normal never - refused: why",
            "c fallback now 1 admitted");
  }

  @Test
  @DisplayName("A2: under aggregate all admitted routes share the work, local ones first")
  void aggregateIsSolid() {
    assertThat(
            said(
                MAPPING.role(
                    TableName.CODE,
                    plan(Policy.AGGREGATE, C, A),
                    List.of(row(C, "admitted"), row(A, "admitted")))))
        .containsExactly("a normal now 1 admitted", "c normal now 2 admitted");
  }

  @Test
  @DisplayName("B6: a cloud route is told with its price, a local one as free")
  void pricesAreTold() {
    var rows = List.of(row(A, "admitted"), row(C, "admitted"));
    var role = MAPPING.role(TableName.CODE, plan(Policy.AGGREGATE, A, C), rows);

    assertThat(role.ways().stream().map(RouteMap.Way::price))
        .containsExactly("free", "$0.02 per million tokens");
  }

  @Test
  @DisplayName("A2: a host that only passes calls on is shown as the cloud that it is")
  void placementIsTheEnginesOwn() {
    var elsewhere =
        new EngineState(
            Set.of(),
            Optional.empty(),
            OptionalInt.empty(),
            OptionalInt.empty(),
            Optional.empty(),
            Optional.of("https://vendor.example"));
    var entry =
        MAPPING.role(
            TableName.CODE,
            plan(Policy.LOCAL, A, B),
            List.of(row(A, "excluded", Optional.of(elsewhere)), row(B, "suspended")));

    assertThat(said(entry))
        .containsExactly("b normal never - suspended: why", "a normal never - excluded: why");
    assertThat(entry.ways().getLast().target().kind()).isEqualTo("ollama, cloud");
    assertThat(entry.ways().getLast().price()).isEqualTo("unpriced");
    assertThat(entry.ways().getFirst().price()).isEqualTo("free");
  }

  @Test
  @DisplayName("B6: a profile keeps its order, and says who is asked now and who is not")
  void profileFollowsItsPlan() {
    var profile =
        new Profile(
            "coder",
            Kind.GENERATE,
            List.of(new Tier(List.of(A, B)), new Tier(List.of(C, A))),
            Delivery.STREAM,
            Profile.Patience.DEFAULT,
            Profile.Rule.NONE);
    var resting = new Plan.Candidate(A, 1, Decision.PRIMARY, "local_timeout", true);
    var next = new Plan.Candidate(B, 1, Decision.FALLBACK, "local_timeout");
    var cloud = new Plan.Excluded(C, "needs an account", 0);

    assertThat(said(MAPPING.profile(profile, new Plan(List.of(next, resting), List.of(cloud)))))
        .containsExactly(
            "a normal now 2 resting: local timeout",
            "b fallback now 1 ready: local timeout",
            "c fallback never - excluded: needs an account");

    var cools = new Plan.Excluded(A, "asked to be left alone", 1);
    assertThat(said(MAPPING.profile(profile, new Plan(List.of(next), List.of(cools, cloud)))))
        .first()
        .isEqualTo("a normal later - cooling: asked to be left alone");
  }

  @Test
  void roleWithoutRoutesHasNoWay() {
    assertThat(MAPPING.role(TableName.DOCS, plan(Policy.AGGREGATE), List.of()).ways()).isEmpty();
  }
}
