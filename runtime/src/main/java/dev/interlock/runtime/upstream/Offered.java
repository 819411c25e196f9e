package dev.interlock.runtime.upstream;

import java.util.List;

/// What a host says of the models that it serves.
public sealed interface Offered {
  /// A list, as OpenAI's `/v1/models` has it.
  record Names(List<String> names) implements Offered {
    public Names {
      names = List.copyOf(names);
    }
  }

  /// The host answers, but tells no list.
  ///
  /// @param status its HTTP status
  /// @param reason one sentence for people
  record Unlisted(int status, String reason) implements Offered {}

  /// Nothing answers there.
  ///
  /// @param reason one sentence for people, with host and port
  record Unreachable(String reason) implements Offered {}
}
