package dev.interlock.core.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.interlock.core.profile.Course.Step;
import dev.interlock.core.profile.Course.Tried;
import dev.interlock.core.role.Policy;
import dev.interlock.core.role.Role;
import dev.interlock.core.route.Capacity;
import dev.interlock.core.route.Dialect;
import dev.interlock.core.route.Engine;
import dev.interlock.core.route.EngineState;
import dev.interlock.core.route.Placement;
import dev.interlock.core.route.Route;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// The roles that make single calls, as profiles: what a policy lets serve, in which order, and who
/// takes over.
class RoleProfileTest {
  private static final Budget BUDGET = new Budget(5, Duration.ofSeconds(30));

  private final Set<String> gone = new HashSet<>();

  /// `l…` is a local route, `c…` one in the cloud.
  private static Route route(String name) {
    var place = name.startsWith("l") ? Placement.LOCAL : Placement.CLOUD;
    return new Route(
        name,
        new Engine(place, Dialect.OPENAI, "http://" + name),
        "m",
        List.of(),
        Optional.empty(),
        new Capacity(OptionalInt.of(100), OptionalInt.empty(), 1),
        place == Placement.CLOUD ? Optional.of("account") : Optional.empty());
  }

  private static Profile profile(Role role, Policy policy, Takeover takeover, String routes) {
    return Profile.of(
        role,
        policy,
        takeover,
        Arrays.stream(routes.split(" ")).map(RoleProfileTest::route).toList());
  }

  private Plan plan(Profile profile) {
    return Planner.plan(
        profile,
        new Planner.Known() {
          @Override
          public Health health(Route route) {
            return gone.contains(route.name())
                ? new Health(3, new Health.Rest.Resting(Long.MAX_VALUE, Fault.UNREACHABLE))
                : Health.GOOD;
          }

          @Override
          public Optional<EngineState> state(Route route) {
            return Optional.empty();
          }

          @Override
          public Optional<String> unread(Route route) {
            return Optional.empty();
          }

          @Override
          public Optional<Plan.Bar> bar(Route route, Duration patience) {
            return Optional.empty();
          }
        },
        1);
  }

  private static String ranked(Plan plan) {
    return String.join(
        " ",
        plan.candidates().stream()
            .map(c -> "%s:%d:%s".formatted(c.route().name(), c.tier(), c.decision().word()))
            .toList());
  }

  @ParameterizedTest
  @CsvSource({
    "LOCAL, 'c1 l1 c2 l2', 'l1:1:primary l2:1:fallback'",
    "CLOUD, 'l1 c1 c2', 'c1:1:primary c2:1:fallback'",
    "AGGREGATE, 'c1 l1 c2 l2', 'l1:1:primary l2:1:fallback c1:2:fallback c2:2:fallback'",
    "BACKUP, 'c1 l1', 'l1:1:primary c1:2:fallback'",
    "AGGREGATE, 'c1 c2', 'c1:1:primary c2:1:fallback'",
  })
  @DisplayName("A2: each policy ranks what it lets serve, local first; aggregate is backup here")
  void policiesRank(Policy policy, String routes, String wanted) {
    assertThat(ranked(plan(profile(Role.CODE_ASSISTANT, policy, Takeover.ANY, routes))))
        .isEqualTo(wanted);
  }

  @Test
  @DisplayName("A2: under local a cloud route is excluded, also where every local one is gone")
  void localNeverLeaves() {
    gone.add("l1");
    var plan = plan(profile(Role.RERANK, Policy.LOCAL, Takeover.ANY, "c1 l1"));

    assertThat(ranked(plan)).isEqualTo("l1:1:primary");
    assertThat(plan.excluded())
        .extracting(e -> e.route().name(), Plan.Excluded::reason)
        .containsExactly(tuple("c1", "is a cloud route, which policy local never uses"));
  }

  @Test
  @DisplayName("A2: under cloud a local route is excluded, and there may be nobody left")
  void cloudNeedsNoGpu() {
    var plan = plan(profile(Role.RLM, Policy.CLOUD, Takeover.ANY, "l1"));

    assertThat(plan.candidates()).isEmpty();
    assertThat(plan.excluded())
        .extracting(Plan.Excluded::reason)
        .containsExactly("is a local route, which policy cloud never uses");
  }

  @Test
  @DisplayName("A16: with fallback local-only no cloud route takes over a failed attempt")
  void onlyLocalRoutesTakeOver() {
    var plan = plan(profile(Role.RLM, Policy.AGGREGATE, Takeover.LOCAL_ONLY, "l1 c1 l2"));

    assertThat(ranked(plan)).isEqualTo("l1:1:primary l2:1:fallback");
    assertThat(plan.excluded())
        .extracting(Plan.Excluded::reason)
        .containsExactly("may not take over a failed attempt: the role's fallback is local-only");
  }

  @Test
  @DisplayName("A16: where no local route is well the cloud begins, and only local ones follow it")
  void cloudMayBegin() {
    gone.add("l1");
    var plan = plan(profile(Role.RLM, Policy.AGGREGATE, Takeover.LOCAL_ONLY, "l1 c1 c2"));

    assertThat(ranked(plan)).isEqualTo("c1:2:fallback l1:1:primary");
    var first = new Tried(0, Fault.UNREACHABLE, Optional.empty());
    assertThat(Course.after(plan, BUDGET, List.of(first), Duration.ZERO))
        .isEqualTo(new Step.Again(1, Duration.ZERO));
    var second = new Tried(1, Fault.UNREACHABLE, Optional.empty());
    assertThat(Course.after(plan, BUDGET, List.of(first, second), Duration.ZERO))
        .as("once more, but not in the cloud")
        .isInstanceOfSatisfying(Step.Again.class, again -> assertThat(again.candidate()).isOne());
    assertThat(Course.canMoveOn(plan, BUDGET, List.of(), 1)).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName(
      "A1: rerank ranks, code-assistant and rlm write; the embedding roles are no profiles")
  void rolesAreProfiles(Role role) {
    if (role.embeds()) {
      assertThatThrownBy(() -> profile(role, Policy.LOCAL, Takeover.ANY, "l1"))
          .isInstanceOf(IllegalArgumentException.class);
      return;
    }
    var profile = profile(role, Policy.LOCAL, Takeover.ANY, "l1");

    assertThat(profile.name()).isEqualTo(role.word());
    assertThat(profile.kind()).isEqualTo(role == Role.RERANK ? Kind.RERANK : Kind.GENERATE);
    assertThat(profile.delivery())
        .isEqualTo(role == Role.RERANK ? Delivery.WHOLE : Delivery.STREAM);
  }

  @ParameterizedTest
  @EnumSource
  void takeoversHaveWords(Takeover takeover) {
    assertThat(Takeover.of(takeover.word())).contains(takeover);
  }
}
