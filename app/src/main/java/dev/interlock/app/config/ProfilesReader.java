package dev.interlock.app.config;

import dev.interlock.core.profile.Budget;
import dev.interlock.core.profile.Delivery;
import dev.interlock.core.profile.Kind;
import dev.interlock.core.profile.Limits;
import dev.interlock.core.profile.Profile.Patience;
import dev.interlock.core.role.Role;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The part `profiles`.
final class ProfilesReader {
  static final Range ATTEMPTS = new Range(1, 10);
  private static final Set<String> LATER_KINDS = Set.of("embed");

  private final Set<String> used = new HashSet<>();
  private final CallRoutes usable;

  ProfilesReader(Named<HostConfig> hosts, Named<RouteConfig> routes) {
    this.usable = new CallRoutes(hosts, routes, used);
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
      field.refuseUnseen("this name belongs to a role; name its routes in roles", List.of());
      return Optional.empty();
    }
    return field.section().flatMap(this::profile);
  }

  private Optional<ProfileConfig> profile(Section section) {
    section.only(Shape.PROFILE);
    var kind = section.required("kind").flatMap(ProfilesReader::kind);
    var tiers = section.required("tiers").map(field -> tiers(field, kind)).orElse(List.of());
    boolean reranks = kind.filter(Kind.RERANK::equals).isPresent();
    var delivery =
        section
            .field("delivery")
            .map(field -> delivery(field, reranks))
            .orElse(Optional.of(reranks ? Delivery.WHOLE : Delivery.STREAM));
    var attempts = section.field("attempts").map(f -> f.number(ATTEMPTS));
    var budget =
        new Budget(
            attempts.isPresent()
                ? attempts.get().orElse(Budget.DEFAULT.attempts())
                : Budget.DEFAULT.attempts(),
            section.span("timeout", Budget.DEFAULT.timeout()));
    var limits = limits(section);
    return kind.flatMap(
        k -> delivery.map(d -> new ProfileConfig(k, tiers, d, new Patience(budget, limits))));
  }

  private static Optional<Kind> kind(Field field) {
    var word = field.text();
    var kind = word.flatMap(Kind::of);
    if (word.isPresent() && kind.isEmpty()) {
      field.refuse(
          LATER_KINDS.contains(word.get())
              ? "comes later: this version can't use it yet"
              : "is not a kind",
          Kind.words());
    }
    return kind;
  }

  private static Optional<Delivery> delivery(Field field, boolean reranks) {
    if (reranks) {
      field.refuseUnseen("a ranking is always delivered whole", List.of());
      return Optional.empty();
    }
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
        s.span("connect", defaults.connect()),
        s.span("firstByte", defaults.firstByte()),
        s.span("firstContent", defaults.firstContent()),
        s.span("betweenContents", defaults.betweenContents()),
        s.span("total", defaults.total()),
        s.span("permit", defaults.permit()));
  }

  private List<List<String>> tiers(Field field, Optional<Kind> kind) {
    var tiers = new ArrayList<List<String>>();
    var profile = new CallRoutes.Namer("profile", kind);
    for (Field item : field.list()) {
      item.section().ifPresent(section -> tiers.add(tier(section, profile)));
    }
    if (field.isEmptyList()) {
      field.refuseUnseen("names no tier", List.of());
    }
    return tiers;
  }

  private List<String> tier(Section section, CallRoutes.Namer profile) {
    section.only(Shape.TIER);
    var field = section.required("routes");
    field
        .filter(Field::isEmptyList)
        .ifPresent(f -> f.refuseUnseen("names no route", usable.known()));
    var names = new ArrayList<String>();
    for (Field item : field.map(Field::list).orElse(List.of())) {
      item.text().filter(name -> usable.usable(item, name, profile)).ifPresent(names::add);
    }
    return names;
  }
}
