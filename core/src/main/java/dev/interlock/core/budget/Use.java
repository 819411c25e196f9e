package dev.interlock.core.budget;

/// What a permit is wanted for; an earlier constant passes a later one.
public enum Use {
  /// The account's own free endpoints, such as its balance. It may go even while the account has no
  /// money, or nobody would see that there is some again.
  WATCH,
  /// Somebody waits for the answer: a chat, a query's vector.
  INTERACTIVE,
  /// An index job's texts, and whatever else nobody waits for.
  BULK
}
