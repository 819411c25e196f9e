package dev.interlock.core.answer;

import java.util.Set;

/// What a server's own state says of the model behind a route (design §10).
///
/// @param names every spelling that the state shows, such as an alias, a path, a tag
/// @param evidence what it was read from, such as `digest sha256:...`
/// @param remote whether its host reports that the model runs elsewhere, which makes it a cloud
///   route
public record Identity(Set<String> names, String evidence, boolean remote) {
  public Identity {
    names = Set.copyOf(names);
  }
}
