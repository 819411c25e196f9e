package dev.interlock.runtime.upstream;

/// What went out with a call to prove who asks, for whoever tells of the answer: an upstream may
/// repeat it.
///
/// Thread: any.
public interface Credential {
  /// Whether there is any.
  boolean present();

  /// What follows from a status, for people; empty unless it is 401 or 403.
  String advice(int status);

  /// A text without it.
  String without(String text);

  /// A body without it, before it is read and shortened.
  byte[] without(byte[] body);
}
