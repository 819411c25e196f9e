package dev.interlock.runtime.store;

import dev.interlock.core.ledger.Asker;
import dev.interlock.core.ledger.Attempt;
import dev.interlock.core.ledger.AttemptKind;
import dev.interlock.core.ledger.Ending;
import dev.interlock.core.ledger.Names;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/// What many attempts of a day have in common, written once: a row of the ledger refers to it.
///
/// For one transaction: what it remembers may be rolled back with it.
///
/// Thread: whoever holds the connection.
final class AttemptTerms {
  private static final long DAY_NANOS = 86_400_000_000_000L;

  private static final String FIND =
      """
      SELECT terms FROM attempt_terms
      WHERE day = ? AND kind = ? AND caller = ? AND project IS ? AND purpose IS ? AND route IS ?
        AND upstream IS ? AND decision = ? AND requested = ? AND resolved IS ? AND served IS ?
        AND strength = ? AND ending = ?\
      """;

  private static final String INSERT =
      """
      INSERT INTO attempt_terms (day, kind, caller, project, purpose, route, upstream, decision,
        requested, resolved, served, strength, ending)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      RETURNING terms\
      """;

  private final Connection connection;
  private final Map<Terms, Long> known = new HashMap<>();

  AttemptTerms(Connection connection) {
    this.connection = connection;
  }

  private record Terms(
      long day, AttemptKind kind, Asker asker, Attempt.Way way, Names names, Ending ending) {
    static Terms of(Attempt attempt) {
      return new Terms(
          dayOf(attempt.span().startedAt()),
          attempt.errand().kind(),
          attempt.errand().asker(),
          attempt.way(),
          attempt.names(),
          attempt.result().ending());
    }

    Object[] columns() {
      return new Object[] {
        day,
        kind.word(),
        asker.caller(),
        asker.project(),
        asker.purpose(),
        way.route(),
        way.upstream(),
        way.decision().word(),
        names.requested(),
        names.resolved(),
        names.served(),
        names.check().word(),
        ending.word()
      };
    }
  }

  private static long dayOf(Instant at) {
    return Sql.nanos(at) / DAY_NANOS;
  }

  /// The number of the attempt's terms.
  long of(Attempt attempt) throws SQLException {
    var terms = Terms.of(attempt);
    var ready = known.get(terms);
    if (ready != null) {
      return ready;
    }
    long number = number(terms.columns());
    known.put(terms, number);
    return number;
  }

  private long number(Object... columns) throws SQLException {
    var written = Sql.first(connection, FIND, row -> row.getLong(1), columns);
    return written.isPresent() ? written.get() : Sql.number(connection, INSERT, columns);
  }

  /// Removes those of the days before that time's, whose rows must be gone.
  static int expire(Connection connection, Instant before) throws SQLException {
    return Sql.update(connection, "DELETE FROM attempt_terms WHERE day < ?", dayOf(before));
  }
}
