package dev.interlock.runtime.upstream;

import java.util.Map;
import java.util.Set;

/// What a cloud calls the providers behind a model (A7).
@FunctionalInterface
public interface ProviderTags {
  /// Nobody tells.
  ProviderTags NONE = _ -> Map.of();

  /// The tags of each provider by its display name; none where that can't be found out. Blocks.
  ///
  /// @param model as the cloud calls it
  Map<String, Set<String>> of(String model);
}
