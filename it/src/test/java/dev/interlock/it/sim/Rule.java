package dev.interlock.it.sim;

/// What must hold after each step, whatever goes wrong (design §9). Each has a checker of its name.
enum Rule {
  /// Permits out ≤ limit ≤ 256, and never more calls at a provider (A8).
  PERMITS,
  /// The permits that are out are those that somebody holds, and each is for one call (A8).
  LEASES,
  /// Starts in any 60 s ≤ the rate that is believed (A10).
  RATE,
  /// After a 429 nothing is sent before its pause is over (A11).
  PAUSE,
  /// One halving per burst (A11).
  HALVING,
  /// No text to a route without an admission that holds; no vector of another space kept (A3, A5).
  GATE,
  /// What is written down of money is what the providers billed, or more while that is not known
  /// (B5).
  LEDGER,
  /// No grant over a daily budget (B5).
  CAP,
  /// One ending for each caller, each attempt and each text.
  ENDINGS,
  /// Nobody waits beyond the time that it named: no lost wake-up (A8).
  WAKE,
  /// A project that may start has its turn (A17).
  FAIRNESS,
  /// A job that is said to be complete has all its rows (B8).
  COMPLETE,
  /// Once faults have stopped nothing waits, and nothing is out.
  DRAIN,
  /// Nothing breaks inside.
  SOUND
}
