package dev.interlock.core.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.role.Policy;
import dev.interlock.core.role.Role;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Which routes a policy lets serve, and who builds.
final class RolePlanTest {
  private static RolePlan plan(Policy policy, String routes) {
    return new RolePlan(
        Role.CODE_EMBEDDING,
        policy,
        Arrays.stream(routes.split(" ", -1))
            .filter(r -> !r.isEmpty())
            .map(RolePlanTest::route)
            .toList(),
        OptionalInt.empty(),
        "",
        "");
  }

  private static Route route(String name) {
    var placement = name.startsWith("C") ? Placement.CLOUD : Placement.LOCAL;
    return new Route(
        name,
        new Engine(placement, Dialect.OPENAI, "h"),
        "m",
        List.of(),
        Optional.of(name.endsWith("s") ? "shared" : name),
        new Capacity(100, 8, 2),
        Optional.empty());
  }

  @ParameterizedTest
  @CsvSource({
    "LOCAL,     C2 L1 C1 L2, L1 L2,       L1, false",
    "CLOUD,     C2 L1 C1 L2, C2 C1,       C1, false",
    "CLOUD,     C2 L1,       C2,          C2, true",
    "CLOUD,     C2s L1 C1s,  C2s C1s,     C1s, true",
    "CLOUD,     C2s C1s C3,  C2s C1s C3,  C1s, false",
    "AGGREGATE, C2 L1 C1 L2, L1 L2 C2 C1, L1, false",
    "BACKUP,    C2 L2,       L2 C2,       L2, false",
    "LOCAL,     C1,          '',          '', false",
    "AGGREGATE, C1,          C1,          '', false",
  })
  @DisplayName("A2, A4, A5: who may serve, who builds an empty table, where coverage is reduced")
  void policiesDecide(
      String policy, String routes, String allowed, String builder, boolean reduced) {
    var plan = plan(Policy.valueOf(policy), routes);
    assertThat(plan.allowed().stream().map(Route::name).collect(Collectors.joining(" ")))
        .isEqualTo(allowed);
    assertThat(plan.builder().map(Route::name).orElse("")).isEqualTo(builder);
    assertThat(plan.reducedCoverage()).isEqualTo(reduced);
  }

  @ParameterizedTest
  @CsvSource({
    "BACKUP,    L1 L2 C1, L1 L2",
    "BACKUP,    C1,       C1",
    "BACKUP,    L2 C1,    L2",
    "AGGREGATE, L1 L2 C1, L1 L2 C1",
    "LOCAL,     L1 C1,    L1",
    "CLOUD,     L1 C1,    C1",
  })
  @DisplayName("A2: under backup the cloud serves only while no local route can")
  void backupHoldsTheCloudInReserve(String policy, String able, String serving) {
    var names = List.of(able.split(" ", -1));
    var routes = plan(Policy.valueOf(policy), "L1 L2 C1").serving(r -> names.contains(r.name()));
    assertThat(routes.stream().map(Route::name).collect(Collectors.joining(" ")))
        .isEqualTo(serving);
  }

  @Test
  @DisplayName("A1: each of the five roles has its own word")
  void fiveRoles() {
    assertThat(Arrays.stream(Role.values()).map(Role::word))
        .containsExactlyElementsOf(
            List.of("code-embedding", "text-embedding", "rerank", "code-assistant", "rlm"));
    assertThat(Role.of("code-embedding")).contains(Role.CODE_EMBEDDING);
    assertThat(Role.of("CODE_EMBEDDING")).isEmpty();
  }
}
