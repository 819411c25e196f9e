package dev.interlock.sidecar;

import dev.interlock.runtime.upstream.LateCredential;
import dev.interlock.wire.relay.CloudKey;

/// An account's key as it goes out with a call. Thread: any.
record KeyOnWire(String account, CloudKey key) implements LateCredential {
  private static final int UNAUTHORIZED = 401;

  @Override
  public CharSequence authorization() {
    return key.authorization();
  }

  @Override
  public boolean present() {
    return true;
  }

  /// A 403 says nothing of the key: a region, a moderation and a cap are told by it too.
  @Override
  public String advice(int status) {
    return status == UNAUTHORIZED
        ? "the provider refuses the key of account %s: push another".formatted(account)
        : "";
  }

  @Override
  public String without(String text) {
    return key.without(text);
  }

  @Override
  public byte[] without(byte[] body) {
    return key.without(body);
  }
}
