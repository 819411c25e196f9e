package dev.interlock.runtime.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The statements on blocks of request ids.
final class BlockRows {
  private BlockRows() {}

  /// Ids without a row, over all crashes that are still kept.
  ///
  /// @param lost given out, their rows are lost
  /// @param doubtful lost, or never given out
  record Missing(long lost, long doubtful) {
    boolean none() {
      return lost == 0 && doubtful == 0;
    }
  }

  /// A block as the disk knows it.
  ///
  /// @param given ids given out; of a crashed block as many as are certain
  record Stored(String state, int given) {}

  /// The least number that no block has had.
  static long free(Connection connection) throws SQLException {
    long named = Sql.number(connection, "SELECT coalesce(max(block) + 1, 0) FROM request_blocks");
    var newest =
        Sql.first(
            connection,
            "SELECT request FROM attempt_rows ORDER BY request DESC LIMIT 1",
            row -> row.getString(1));
    return Math.max(named, newest.map(id -> RequestIds.place(id).block() + 1).orElse(0L));
  }

  static void reserve(Connection connection, List<RequestBlock> blocks, Instant at)
      throws SQLException {
    for (var block : blocks) {
      Sql.update(
          connection,
          """
          INSERT INTO request_blocks (block, state, given, lost, doubtful, moved_at)
          VALUES (?, 'open', NULL, 0, 0, ?)\
          """,
          block.number(),
          at);
    }
  }

  /// All that is to be known of these is known; one that was never begun is forgotten.
  static void close(Connection connection, List<RequestBlock> blocks, Instant at)
      throws SQLException {
    for (var block : blocks) {
      if (block.given() == 0) {
        Sql.update(connection, "DELETE FROM request_blocks WHERE block = ?", block.number());
      } else {
        Sql.update(
            connection,
            "UPDATE request_blocks SET state = 'closed', given = ?, moved_at = ? WHERE block = ?",
            block.given(),
            at,
            block.number());
      }
    }
  }

  /// Counts what is missing of the blocks that a process before left open. Blocks are used in their
  /// order: one before another that has a row was given out whole.
  static Missing reconcile(Connection connection, Instant at) throws SQLException {
    var open =
        Sql.list(
            connection,
            "SELECT block FROM request_blocks WHERE state = 'open' ORDER BY block DESC",
            row -> row.getLong(1));
    long lost = 0;
    long doubtful = 0;
    boolean laterUsed = false;
    for (long block : open) {
      var first = RequestIds.text(block, 0);
      var end = RequestIds.text(block, RequestIds.BLOCK - 1);
      var within = "FROM attempt_rows WHERE request BETWEEN ? AND ?";
      long rows = Sql.number(connection, "SELECT count(DISTINCT request) " + within, first, end);
      int given = laterUsed ? RequestIds.BLOCK : highest(connection, within, first, end) + 1;
      laterUsed |= rows > 0;
      lost += given - rows;
      doubtful += RequestIds.BLOCK - given;
      Sql.update(
          connection,
          """
          UPDATE request_blocks SET state = 'crashed', given = ?, lost = ?, doubtful = ?,
            moved_at = ? WHERE block = ?\
          """,
          given,
          given - rows,
          RequestIds.BLOCK - given,
          at,
          block);
    }
    return new Missing(lost, doubtful);
  }

  private static int highest(Connection connection, String within, String first, String end)
      throws SQLException {
    return Sql.first(
            connection,
            "SELECT request " + within + " ORDER BY request DESC LIMIT 1",
            row -> RequestIds.place(row.getString(1)).place(),
            first,
            end)
        .orElse(-1);
  }

  static Optional<Stored> find(Connection connection, long block) throws SQLException {
    return Sql.first(
        connection,
        "SELECT state, coalesce(given, 0) AS given FROM request_blocks WHERE block = ?",
        row -> new Stored(row.getString("state"), row.getInt("given")),
        block);
  }

  static Missing missing(Connection connection) throws SQLException {
    return Sql.first(
            connection,
            """
            SELECT coalesce(sum(lost), 0) AS lost, coalesce(sum(doubtful), 0) AS doubtful
            FROM request_blocks WHERE state = 'crashed'\
            """,
            row -> new Missing(row.getLong("lost"), row.getLong("doubtful")))
        .orElseThrow();
  }

  /// Forgets blocks of which all was known before that time.
  static int expire(Connection connection, Instant before) throws SQLException {
    return Sql.update(
        connection, "DELETE FROM request_blocks WHERE state <> 'open' AND moved_at < ?", before);
  }
}
