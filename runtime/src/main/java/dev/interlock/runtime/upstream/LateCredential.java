package dev.interlock.runtime.upstream;

/// One that is put into each request as it leaves, so that nothing that is kept holds it.
public interface LateCredential extends Credential {
  /// The value of `authorization`, of which no text is kept.
  CharSequence authorization();
}
