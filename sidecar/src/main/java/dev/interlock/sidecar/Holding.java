package dev.interlock.sidecar;

import dev.interlock.wire.relay.CloudKey;
import dev.interlock.wire.relay.Frame;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/// What a sidecar holds of one account: a pure value (A14, A15).
///
/// @param epoch of the newest configuration; 0 before any
/// @param setup what the account may be used for
/// @param key empty after a restart, until it is pushed once more
record Holding(String account, long epoch, Frame.Setup setup, Optional<CloudKey> key) {
  /// Before any configuration: nothing may leave.
  ///
  /// @param own a key that the sidecar found by itself
  static Holding first(String account, Optional<CloudKey> own) {
    return new Holding(account, 0, new Frame.Setup(false, List.of(), ""), own);
  }

  /// What a configuration made of it.
  ///
  /// @param replaced the key that nobody sends with any more
  record Merged(Holding held, Optional<CloudKey> replaced) {}

  /// Merges a configuration: without a key it changes the rest and keeps the key; one that is older
  /// than what is held changes nothing, and its key is dropped.
  Merged with(Frame.Configure configure) {
    if (configure.epoch() < epoch) {
      return new Merged(this, configure.key());
    }
    boolean another = configure.key().isPresent();
    return new Merged(
        new Holding(account, configure.epoch(), configure.setup(), another ? configure.key() : key),
        another ? key : Optional.empty());
  }

  /// As the server is told of it.
  Frame.Held told() {
    var salt = setup.salt();
    return new Frame.Held(
        account,
        epoch,
        key.filter(_ -> !salt.isEmpty()).map(k -> k.fingerprint(HexFormat.of().parseHex(salt))),
        key.isPresent());
  }

  /// Why a call for that model may not leave, a clause after the route's name; empty if it may.
  Optional<String> bars(Optional<String> model) {
    if (key.isEmpty()) {
      return Optional.of("was not asked: account %s has no key here".formatted(account));
    }
    if (!setup.enabled()) {
      return Optional.of("was not asked: account %s is disabled".formatted(account));
    }
    return model
        .filter(name -> !setup.models().isEmpty() && !setup.models().contains(name))
        .map(name -> "was not asked: account %s may not be asked for %s".formatted(account, name));
  }
}
