package dev.interlock.core.profile;

import java.time.Duration;

/// How long one attempt waits, each limit for itself (design §4): bytes that arrive are no proof of
/// progress, and silence none of death.
///
/// @param connect for a connection
/// @param firstByte of a streamed answer, from the request's last byte to the answer's head
/// @param firstContent of a streamed answer, from the head to the first content
/// @param betweenContents of a streamed answer, from one content to the next
/// @param total for the whole attempt; the only limit of a plain answer, which comes at once
/// @param permit for a permit of a cloud account, before anything is sent
public record Limits(
    Duration connect,
    Duration firstByte,
    Duration firstContent,
    Duration betweenContents,
    Duration total,
    Duration permit) {
  /// A cold engine loads its model before the first byte, and a model may think for a while.
  public static final Limits DEFAULT =
      new Limits(
          Duration.ofSeconds(5),
          Duration.ofSeconds(30),
          Duration.ofSeconds(60),
          Duration.ofSeconds(30),
          Duration.ofMinutes(10),
          Duration.ofSeconds(10));
}
