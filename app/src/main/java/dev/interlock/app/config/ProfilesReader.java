package dev.interlock.app.config;

import dev.interlock.core.profile.Budget;
import dev.interlock.core.profile.Delivery;
import dev.interlock.core.profile.Kind;
import dev.interlock.core.profile.Limits;
import dev.interlock.core.profile.Profile.Patience;
import dev.interlock.core.role.Role;
import dev.interlock.core.route.Route;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The part `profiles`.
final class ProfilesReader {
  static final Duration SHORTEST = Duration.ofMillis(1);
  static final Duration LONGEST = Duration.ofHours(1);
  static final Range ATTEMPTS = new Range(1, 10);
  private static final Set<String> LATER_KINDS = Set.of("embed", "rerank");

  private final Named<HostConfig> hosts;
  private final Named<RouteConfig> routes;
  private final Set<String> used = new HashSet<>();

  ProfilesReader(Named<HostConfig> hosts, Named<RouteConfig> routes) {
    this.hosts = hosts;
    this.routes = routes;
  }

  Map<String, ProfileConfig> read(Optional<Section> part) {
    var profiles = new LinkedHashMap<String, ProfileConfig>();
    part.ifPresent(
        p ->
            p.fields()
                .forEach(
                    (name, field) -> profile(name, field).ifPresent(c -> profiles.put(name, c))));
    return profiles;
  }

  /// Names of the routes that a profile names.
  Set<String> used() {
    return used;
  }

  private Optional<ProfileConfig> profile(String name, Field field) {
    Names.check(name, field);
    if (Role.of(name).isPresent()) {
      boolean embeds = Role.of(name).map(Role::embeds).orElse(false);
      field.refuseUnseen(
          embeds
              ? "this name belongs to a role; name its routes in roles"
              : "this name belongs to a built-in profile, which comes later; take another",
          List.of());
      return Optional.empty();
    }
    return field.section().flatMap(this::profile);
  }

  private Optional<ProfileConfig> profile(Section section) {
    section.only(Shape.PROFILE);
    section.required("kind").ifPresent(ProfilesReader::kind);
    var tiers = section.required("tiers").map(this::tiers).orElse(List.of());
    var delivery =
        section
            .field("delivery")
            .map(ProfilesReader::delivery)
            .orElse(Optional.of(Delivery.STREAM));
    var attempts = section.field("attempts").map(f -> f.number(ATTEMPTS));
    var budget =
        new Budget(
            attempts.isPresent()
                ? attempts.get().orElse(Budget.DEFAULT.attempts())
                : Budget.DEFAULT.attempts(),
            span(section, "timeout", Budget.DEFAULT.timeout()));
    var limits = limits(section);
    return delivery.map(d -> new ProfileConfig(tiers, d, new Patience(budget, limits)));
  }

  private static void kind(Field field) {
    var word = field.text();
    if (word.isPresent() && !word.get().equals(Kind.GENERATE.word())) {
      field.refuse(
          LATER_KINDS.contains(word.get())
              ? "comes later: this version can't use it yet"
              : "is not a kind",
          List.of(Kind.GENERATE.word()));
    }
  }

  private static Optional<Delivery> delivery(Field field) {
    var word = field.text();
    var delivery = word.flatMap(Delivery::of);
    if (word.isPresent() && delivery.isEmpty()) {
      field.refuse("is not a delivery", Delivery.words());
    }
    return delivery;
  }

  private static Limits limits(Section profile) {
    var section = profile.field("limits").flatMap(Field::section);
    if (section.isEmpty()) {
      return Limits.DEFAULT;
    }
    var s = section.get();
    s.only(Shape.LIMITS);
    var defaults = Limits.DEFAULT;
    return new Limits(
        span(s, "connect", defaults.connect()),
        span(s, "firstByte", defaults.firstByte()),
        span(s, "firstContent", defaults.firstContent()),
        span(s, "betweenContents", defaults.betweenContents()),
        span(s, "total", defaults.total()));
  }

  private static Duration span(Section section, String key, Duration fallback) {
    return section.field(key).flatMap(field -> field.duration(SHORTEST, LONGEST)).orElse(fallback);
  }

  private List<List<String>> tiers(Field field) {
    var tiers = new ArrayList<List<String>>();
    var named = new HashSet<String>();
    for (Field item : field.list()) {
      item.section().ifPresent(section -> tiers.add(tier(section, named)));
    }
    if (field.isEmptyList()) {
      field.refuseUnseen("names no tier", List.of());
    }
    return tiers;
  }

  private List<String> tier(Section section, Set<String> before) {
    section.only(Shape.TIER);
    var field = section.required("routes");
    field.filter(Field::isEmptyList).ifPresent(f -> f.refuseUnseen("names no route", known()));
    var names = new ArrayList<String>();
    for (Field item : field.map(Field::list).orElse(List.of())) {
      item.text().filter(name -> usable(item, name, before)).ifPresent(names::add);
    }
    return names;
  }

  private boolean usable(Field item, String name, Set<String> before) {
    used.add(name);
    if (name.equals(Route.EMBEDDED)) {
      item.refuse("is the built-in encoder, which writes no text", known());
    } else if (!routes.all().containsKey(name)) {
      item.refuse("is not a route of this file", known());
    } else if (!before.add(name)) {
      item.refuse("is named twice in this profile", List.of());
    } else {
      warnIfCloud(item, name);
      return true;
    }
    return false;
  }

  private void warnIfCloud(Field item, String name) {
    boolean cloud =
        routes.value(name).flatMap(r -> hosts.value(r.host())).map(HostConfig::cloud).orElse(false);
    if (cloud) {
      item.warn("stands on a cloud host, which needs an account: it is never called");
    }
  }

  private List<String> known() {
    return List.copyOf(routes.all().keySet());
  }
}
