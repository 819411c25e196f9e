package dev.interlock.encoder;

/// The engine could not be brought up: a library or a model file cannot be unpacked, loaded or
/// read.
///
/// The next call tries again, since a full disk may have been emptied.
final class EngineUnavailable extends Exception {
  private static final long serialVersionUID = 1L;

  EngineUnavailable(String what, Throwable cause) {
    super(what + ": " + cause, cause);
  }
}
