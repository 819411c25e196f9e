package dev.interlock.core.answer;

import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// Whether the provider that a cloud names is the one that a route is pinned to (A7). Pins are
/// slugs or tags, such as `deepinfra/fp8`; answers bear display names, such as `DeepInfra`.
///
/// Thread: any, pure.
public final class PinCheck {
  private PinCheck() {}

  /// Whether they are one.
  ///
  /// @param pin the route's
  /// @param provider the answer's own word
  /// @param tags the tags of each provider by its display name, as far as the cloud lists them
  public static boolean serves(String pin, String provider, Map<String, Set<String>> tags) {
    return same(slug(pin), provider)
        || same(slug(pin), slug(provider))
        || tags.getOrDefault(provider, Set.of()).stream()
            .anyMatch(tag -> tag.equalsIgnoreCase(pin) || same(slug(tag), slug(pin)));
  }

  private static String slug(String tag) {
    int slash = tag.indexOf('/');
    return slash < 0 ? tag : tag.substring(0, slash);
  }

  /// A slug is its display name in lower case, and written in one.
  private static boolean same(String one, String other) {
    return bare(one).equals(bare(other));
  }

  private static String bare(String word) {
    return word.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}]", "");
  }
}
