package dev.interlock.core.ledger;

/// Takes a row for every attempt of every kind.
///
/// Thread: any, event loops included: neither method blocks on the disk.
public interface Ledger {
  /// A fresh id of a request, from a block that was durably reserved before (design §10).
  String nextRequest();

  /// Takes a row. It becomes durable soon, grouped with others; nobody waits for it.
  void note(Attempt attempt);
}
