package dev.interlock.core.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.profile.Profile.Patience;
import dev.interlock.core.route.Capacity;
import dev.interlock.core.route.Dialect;
import dev.interlock.core.route.Engine;
import dev.interlock.core.route.EngineState;
import dev.interlock.core.route.ModelIdentity;
import dev.interlock.core.route.Placement;
import dev.interlock.core.route.Route;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Who may serve, in which order, and why not.
class PlannerTest {
  private static final long NOW = Long.MAX_VALUE - 5;
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final Map<String, Health> health = new HashMap<>();
  private final Map<String, EngineState> state = new HashMap<>();
  private final Map<String, String> unread = new HashMap<>();

  static Route route(String name, int context) {
    return route(name, Placement.LOCAL, context);
  }

  private static Route route(String name, Placement placement, int context) {
    return new Route(
        name,
        new Engine(placement, Dialect.OPENAI, "http://" + name),
        "m",
        List.of("m:7b"),
        Optional.empty(),
        new Capacity(context, 1, 1),
        Optional.empty());
  }

  private static Profile profile(Tier... tiers) {
    return new Profile(
        "p",
        Kind.GENERATE,
        Arrays.asList(tiers),
        Delivery.STREAM,
        Patience.DEFAULT,
        Profile.Rule.NONE);
  }

  private static Profile of(String... routes) {
    return profile(new Tier(Arrays.stream(routes).map(name -> route(name, 100)).toList()));
  }

  private Plan plan(Profile profile) {
    return Planner.plan(
        profile,
        new Planner.Known() {
          @Override
          public Health health(Route route) {
            return health.getOrDefault(route.name(), Health.GOOD);
          }

          @Override
          public Optional<EngineState> state(Route route) {
            return Optional.ofNullable(state.get(route.name()));
          }

          @Override
          public Optional<String> unread(Route route) {
            return Optional.ofNullable(unread.get(route.name()));
          }
        },
        NOW);
  }

  private static List<String> ranked(Plan plan) {
    return plan.candidates().stream()
        .map(
            c ->
                "%s %d %s %s"
                    .formatted(c.route().name(), c.tier(), c.decision().word(), c.reason()))
        .toList();
  }

  private static Health failing(int times, Fault fault) {
    var failing = Health.GOOD;
    for (int i = 0; i < times; i++) {
      failing = failing.failed(fault, NOW);
    }
    return failing;
  }

  @Test
  @DisplayName("B2: tiers in order, and in a tier the routes in order")
  void fileOrderHolds() {
    var plan =
        plan(
            profile(
                new Tier(List.of(route("a", 1), route("b", 1))), new Tier(List.of(route("c", 1)))));

    assertThat(ranked(plan))
        .containsExactly(
            "a 1 primary first_choice", "b 1 fallback next_in_line", "c 2 fallback next_in_line");
    assertThat(plan.excluded()).isEmpty();
  }

  @Test
  void whoFailedThreeTimesIsAskedLastAndSaysWhy() {
    health.put("a", failing(3, Fault.UNREACHABLE));
    health.put("c", failing(2, Fault.UNREACHABLE));

    assertThat(ranked(plan(of("a", "b", "c"))))
        .containsExactly(
            "b 1 fallback local_unreachable",
            "c 1 fallback local_unreachable",
            "a 1 primary local_unreachable");
  }

  @Test
  void restEndsAndGrowsUpToAMinute() {
    var three = failing(3, Fault.TIMEOUT);
    var many = failing(40, Fault.TIMEOUT);

    assertThat(three.at(NOW + 5 * SECOND - 1)).isInstanceOf(Health.Rest.Resting.class);
    assertThat(three.at(NOW + 5 * SECOND)).isEqualTo(new Health.Rest.None());
    assertThat(many.at(NOW + 60 * SECOND - 1)).isInstanceOf(Health.Rest.Resting.class);
    assertThat(many.at(NOW + 60 * SECOND)).isEqualTo(new Health.Rest.None());
    assertThat(many.answered()).isEqualTo(Health.GOOD);
  }

  @Test
  void callersFaultsSpeakAgainstNobody() {
    for (var fault : List.of(Fault.REFUSED, Fault.OVERFLOW, Fault.BUSY, Fault.MISMATCH)) {
      assertThat(failing(5, fault)).as(fault.word()).isEqualTo(Health.GOOD);
    }
  }

  @Test
  void whoAskedToBeLeftAloneIsExcludedUntilThen() {
    health.put("a", Health.GOOD.cooling(Duration.ofMillis(30_500), NOW));
    var plan = plan(of("a", "b"));

    assertThat(ranked(plan)).containsExactly("b 1 fallback local_429");
    assertThat(plan.excluded())
        .singleElement()
        .satisfies(
            e -> {
              assertThat(e.reason()).isEqualTo("asked to be left alone for another 31 s");
              assertThat(e.waitNanos()).isEqualTo(Duration.ofMillis(30_500).toNanos());
            });
  }

  @Test
  @DisplayName("A2: neither a cloud route nor a model that its host runs remotely is called")
  void cloudIsExcluded() {
    state.put("b", state("https://vendor.example", "m"));
    var plan =
        plan(
            profile(
                new Tier(List.of(route("a", Placement.CLOUD, 1), route("b", 1), route("c", 1)))));

    assertThat(ranked(plan)).containsExactly("c 1 fallback cloud_excluded");
    assertThat(plan.excluded())
        .extracting(Plan.Excluded::reason)
        .containsExactly(
            "is a cloud route, which needs an account",
            "its host passes the model on to https://vendor.example: a cloud route");
  }

  @Test
  @DisplayName("B7: an engine whose state shows another model than promised is not asked")
  void otherStateIsExcluded() {
    state.put("a", state("", "other", "another"));
    state.put("b", state("", "m:7b", "x"));
    var plan = plan(of("a", "b"));

    assertThat(ranked(plan)).containsExactly("b 1 fallback local_excluded");
    assertThat(plan.excluded().getFirst().reason())
        .isEqualTo("promises m, but its engine's state shows another, other");
  }

  @ParameterizedTest
  @EnumSource(Dialect.class)
  @DisplayName("A2, B7: an engine whose answers only echo is not asked before its state is read")
  void unreadEchoIsExcluded(Dialect dialect) {
    var engine = new Engine(Placement.LOCAL, dialect, "http://o");
    var route =
        new Route(
            "o", engine, "m", List.of(), Optional.empty(), new Capacity(1, 1, 1), Optional.empty());
    var before = plan(profile(new Tier(List.of(route))));
    unread.put("o", "it wants a key");
    var failed = plan(profile(new Tier(List.of(route))));
    state.put("o", state("", "m"));

    assertThat(before.candidates()).hasSize(dialect.echoes() ? 0 : 1);
    assertThat(before.excluded().stream().map(Plan.Excluded::reason))
        .hasSize(dialect.echoes() ? 1 : 0)
        .allMatch("has not said yet which model it holds"::equals);
    assertThat(failed.excluded().stream().map(Plan.Excluded::reason))
        .hasSize(dialect.echoes() ? 1 : 0)
        .allMatch("has not said yet which model it holds: it wants a key"::equals);
    assertThat(before.excluded().stream().map(Plan.Excluded::waitNanos)).allMatch(n -> n > 0);
    assertThat(ranked(plan(profile(new Tier(List.of(route))))))
        .containsExactly("o 1 primary first_choice");
  }

  private static EngineState state(String elsewhere, String... names) {
    return new EngineState(
        Set.of(names),
        Optional.of(new ModelIdentity(ModelIdentity.Kind.DIGEST, "12")),
        OptionalInt.empty(),
        OptionalInt.empty(),
        Optional.empty(),
        Optional.of(elsewhere).filter(e -> !e.isEmpty()));
  }
}
