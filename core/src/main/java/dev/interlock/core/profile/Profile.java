package dev.interlock.core.profile;

import dev.interlock.core.role.Policy;
import dev.interlock.core.role.Role;
import dev.interlock.core.route.Placement;
import dev.interlock.core.route.Route;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A name for a job that callers ask for (B1): what serves it is configuration. The roles that make
/// single calls are profiles too, under their own names (design §4).
///
/// @param name as callers ask for it
/// @param kind what its routes do
/// @param tiers in order, local first as a rule (B2)
/// @param delivery how a streamed answer reaches its caller
/// @param patience how often and how long is tried
/// @param rule what a role adds
public record Profile(
    String name, Kind kind, List<Tier> tiers, Delivery delivery, Patience patience, Rule rule) {
  public Profile {
    tiers = List.copyOf(tiers);
  }

  /// A role that makes single calls, with its routes as the file has them. Where both local and
  /// cloud routes may serve, local ones come first, and the cloud is a tier of its own: for a
  /// single call `aggregate` is `backup` (design §4).
  ///
  /// @throws IllegalArgumentException for a role that embeds
  public static Profile of(Role role, Policy policy, Takeover takeover, List<Route> routes) {
    if (role.embeds()) {
      throw new IllegalArgumentException(role.word() + " is served by its table's queue");
    }
    var kind = Kind.of(role);
    return new Profile(
        role.word(),
        kind,
        tiers(policy, routes),
        kind == Kind.RERANK ? Delivery.WHOLE : Delivery.STREAM,
        Patience.DEFAULT,
        new Rule(Optional.of(policy), takeover));
  }

  private static List<Tier> tiers(Policy policy, List<Route> routes) {
    return switch (policy) {
      case LOCAL, CLOUD -> List.of(new Tier(routes));
      case AGGREGATE, BACKUP ->
          Stream.of(Placement.LOCAL, Placement.CLOUD)
              .map(place -> routes.stream().filter(r -> r.placement() == place).toList())
              .filter(some -> !some.isEmpty())
              .map(Tier::new)
              .toList();
    };
  }

  /// Where work may run, and who may take it over.
  ///
  /// @param policy of the role; a profile that is named for a job has none of its own
  public record Rule(Optional<Policy> policy, Takeover takeover) {
    /// Every route of the tiers may.
    public static final Rule NONE = new Rule(Optional.empty(), Takeover.ANY);

    /// Why a route never serves, where the policy says so.
    Optional<String> excludes(Route route) {
      return policy
          .filter(
              p ->
                  switch (p) {
                    case LOCAL -> route.placement() == Placement.CLOUD;
                    case CLOUD -> route.placement() == Placement.LOCAL;
                    case AGGREGATE, BACKUP -> false;
                  })
          .map(
              p ->
                  "is %s, which policy %s never uses"
                      .formatted(
                          route.placement() == Placement.CLOUD ? "a cloud route" : "a local route",
                          p.word()));
    }
  }

  /// How often and how long is tried.
  ///
  /// @param budget over all attempts
  /// @param limits of each attempt
  public record Patience(Budget budget, Limits limits) {
    /// Three attempts within 30 s, and the default limits.
    public static final Patience DEFAULT = new Patience(Budget.DEFAULT, Limits.DEFAULT);
  }
}
