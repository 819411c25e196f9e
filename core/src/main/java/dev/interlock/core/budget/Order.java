package dev.interlock.core.budget;

/// What a person decides about an account.
public enum Order {
  /// It may be used; a disabled one is unknown again.
  ENABLE,
  /// It may not be used.
  DISABLE,
  /// The key was pushed once more: a refusal, a cap and an empty balance may be things of the past.
  /// Another key is another account, with a budget of its own.
  KEY_PUSHED,
  /// Try again: a cap and an empty balance may be things of the past.
  RESUME
}
