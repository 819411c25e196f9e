package dev.interlock.wire.ollama;

import java.util.Optional;

/// What an engine's bytes mean in OpenAI's API.
///
/// @param bytes to pass on, in UTF-8; may be none
/// @param broken why the rest can't be used, a clause for people; empty where it can
public record Translated(byte[] bytes, Optional<String> broken) {
  private static final byte[] NO_BYTES = {};

  static Translated of(byte[] bytes) {
    return new Translated(bytes, Optional.empty());
  }

  static Translated broken(String why) {
    return new Translated(NO_BYTES, Optional.of(why));
  }
}
