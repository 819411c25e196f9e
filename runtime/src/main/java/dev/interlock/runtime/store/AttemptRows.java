package dev.interlock.runtime.store;

import dev.interlock.core.answer.CheckStrength;
import dev.interlock.core.ledger.Asker;
import dev.interlock.core.ledger.Attempt;
import dev.interlock.core.ledger.AttemptKind;
import dev.interlock.core.ledger.Decision;
import dev.interlock.core.ledger.Ending;
import dev.interlock.core.ledger.Errand;
import dev.interlock.core.ledger.Names;
import dev.interlock.core.ledger.Span;
import dev.interlock.core.ledger.Volume;
import dev.interlock.core.money.Cost;
import dev.interlock.core.money.NanoUsd;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// The statements on rows of the ledger.
final class AttemptRows {
  private static final String INSERT =
      """
      INSERT INTO attempt_rows (request, attempt, terms, status, reason, bytes_out, bytes_in,
        prompt_tokens, completion_tokens, tokens_estimated, started_at, first_nanos, total_nanos,
        cost, basis)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)\
      """;

  private AttemptRows() {}

  static void insert(Connection connection, List<Attempt> attempts) throws SQLException {
    if (attempts.isEmpty()) {
      return;
    }
    var terms = new AttemptTerms(connection);
    try (var statement = connection.prepareStatement(INSERT)) {
      var row = new Binder(statement);
      for (var attempt : attempts) {
        row.bind(attempt, terms.of(attempt));
        statement.addBatch();
      }
      statement.executeBatch();
    }
  }

  /// Binds a row's columns in their order, without the detour over a list of objects that
  /// [Sql#update] takes: this statement runs for every call.
  private static final class Binder {
    private final PreparedStatement statement;
    private int column;

    Binder(PreparedStatement statement) {
      this.statement = statement;
    }

    void bind(Attempt attempt, long terms) throws SQLException {
      column = 0;
      text(attempt.errand().request());
      number(attempt.number());
      number(terms);
      var status = attempt.result().status();
      number(status.isPresent() ? OptionalLong.of(status.getAsInt()) : OptionalLong.empty());
      text(attempt.result().reason());
      volume(attempt.volume());
      number(Sql.nanos(attempt.span().startedAt()));
      number(attempt.span().firstNanos());
      number(attempt.span().totalNanos());
      cost(attempt.cost());
    }

    private void cost(Optional<Cost> cost) throws SQLException {
      if (cost.isPresent()) {
        number(cost.get().amount().nanos());
        text(cost.get().basis().word());
      } else {
        statement.setNull(++column, Types.NULL);
        statement.setNull(++column, Types.NULL);
      }
    }

    private void volume(Volume volume) throws SQLException {
      number(volume.bytesOut());
      number(volume.bytesIn());
      number(volume.promptTokens());
      number(volume.completionTokens());
      number(volume.estimated() ? 1 : 0);
    }

    private void text(String text) throws SQLException {
      statement.setString(++column, text);
    }

    private void number(long number) throws SQLException {
      statement.setLong(++column, number);
    }

    private void number(OptionalLong number) throws SQLException {
      if (number.isPresent()) {
        number(number.getAsLong());
      } else {
        statement.setNull(++column, Types.NULL);
      }
    }
  }

  /// A request's attempts, in order.
  static List<Attempt> of(Connection connection, String request) throws SQLException {
    return Sql.list(
        connection,
        "SELECT * FROM attempts WHERE request = ? ORDER BY attempt, seq",
        AttemptRows::attempt,
        request);
  }

  /// The newest rows that a filter lets through, newest first.
  static List<Attempt> newest(Connection connection, LedgerFilter filter) throws SQLException {
    var where = new ArrayList<String>();
    var arguments = new ArrayList<Object>();
    filter
        .words()
        .forEach(
            (column, word) -> {
              where.add(column.name().toLowerCase(Locale.ROOT) + " = ?");
              arguments.add(word);
            });
    filter
        .since()
        .ifPresent(
            since -> {
              where.add("started_at >= ?");
              arguments.add(since);
            });
    arguments.add(filter.last());
    return Sql.list(
        connection,
        "SELECT * FROM attempts %s ORDER BY started_at DESC, seq DESC LIMIT ?"
            .formatted(where.isEmpty() ? "" : "WHERE " + String.join(" AND ", where)),
        AttemptRows::attempt,
        arguments.toArray());
  }

  /// Removes some rows that began before that time; how many.
  static int expire(Connection connection, Instant before, int atMost) throws SQLException {
    return Sql.update(
        connection,
        """
        DELETE FROM attempt_rows WHERE seq IN
          (SELECT seq FROM attempt_rows WHERE started_at < ? LIMIT ?)\
        """,
        before,
        atMost);
  }

  private static Attempt attempt(ResultSet row) throws SQLException {
    return new Attempt(
        new Errand(
            row.getString("request"),
            AttemptKind.valueOf(constant(row, "kind")),
            new Asker(
                row.getString("caller"),
                Sql.optionalText(row, "project"),
                Sql.optionalText(row, "purpose"))),
        row.getInt("attempt"),
        new Attempt.Way(
            Sql.optionalText(row, "route"),
            Sql.optionalText(row, "upstream"),
            Decision.valueOf(constant(row, "decision"))),
        new Names(
            row.getString("requested"),
            Sql.optionalText(row, "resolved"),
            Sql.optionalText(row, "served"),
            CheckStrength.valueOf(constant(row, "strength"))),
        result(row),
        volume(row),
        new Span(
            Sql.instant(row, "started_at"),
            optionalNumber(row, "first_nanos"),
            row.getLong("total_nanos")),
        cost(row));
  }

  private static Optional<Cost> cost(ResultSet row) throws SQLException {
    long nanos = row.getLong("cost");
    return row.wasNull()
        ? Optional.empty()
        : Optional.of(new Cost(new NanoUsd(nanos), Cost.Basis.valueOf(constant(row, "basis"))));
  }

  private static Attempt.Result result(ResultSet row) throws SQLException {
    var status = optionalNumber(row, "status");
    return new Attempt.Result(
        Ending.valueOf(constant(row, "ending")),
        status.isPresent()
            ? OptionalInt.of(Math.toIntExact(status.getAsLong()))
            : OptionalInt.empty(),
        row.getString("reason"));
  }

  private static Volume volume(ResultSet row) throws SQLException {
    return new Volume(
        row.getLong("bytes_out"),
        row.getLong("bytes_in"),
        optionalNumber(row, "prompt_tokens"),
        optionalNumber(row, "completion_tokens"),
        row.getInt("tokens_estimated") != 0);
  }

  private static String constant(ResultSet row, String column) throws SQLException {
    return row.getString(column).toUpperCase(Locale.ROOT);
  }

  private static OptionalLong optionalNumber(ResultSet row, String column) throws SQLException {
    long number = row.getLong(column);
    return row.wasNull() ? OptionalLong.empty() : OptionalLong.of(number);
  }
}
