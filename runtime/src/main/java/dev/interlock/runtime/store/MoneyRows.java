package dev.interlock.runtime.store;

import dev.interlock.core.money.Cost;
import dev.interlock.core.money.NanoUsd;
import dev.interlock.core.money.Price;
import dev.interlock.core.money.Residue;
import dev.interlock.core.money.Scope;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// The statements on money. For one transaction: sums are written once for all entries.
///
/// Thread: whoever holds the connection.
final class MoneyRows implements AutoCloseable {
  private static final long QUARTER_NANOS = 900_000_000_000L;

  private static final int[] NONE = {};

  private static final String RESERVE =
      """
      INSERT INTO reservations (id, account, project, model, worst, reserved_at)
      VALUES (?, ?, ?, ?, ?, ?)\
      """;

  private static final String SETTLE =
      """
      UPDATE reservations SET cost = ?, basis = ?, settled_at = ?,
        generation = coalesce(?, generation)
      WHERE id = ? AND settled_at IS NULL\
      """;

  private static final String NAME = "UPDATE reservations SET generation = ? WHERE id = ?";

  private static final String RELEASE =
      "DELETE FROM reservations WHERE id = ? AND settled_at IS NULL";

  private static final String ADD =
      """
      INSERT INTO spend (kind, name, quarter, spent, calls, unpriced) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET spent = spent + excluded.spent, calls = calls + excluded.calls,
        unpriced = unpriced + excluded.unpriced\
      """;

  private static final String TAKE_OFF =
      "UPDATE declared_balances SET spent = spent + ? WHERE account = ?";

  private static final String COUNT =
      "UPDATE key_baselines SET settled = settled + ? WHERE account = ?";

  private static final String BASE =
      "INSERT OR REPLACE INTO key_baselines (account, label, usage, settled) VALUES (?, ?, ?, ?)";

  private static final String FORGET = "DELETE FROM key_baselines WHERE account = ?";

  private final Connection connection;
  private final Map<String, PreparedStatement> statements = new HashMap<>();
  private final Map<Place, Sum> sums = new LinkedHashMap<>();

  MoneyRows(Connection connection) {
    this.connection = connection;
  }

  private record Place(Scope scope, long quarter) {}

  private record Sum(NanoUsd spent, long calls, long unpriced) {
    static Sum of(Optional<Cost> cost) {
      return new Sum(cost.map(Cost::amount).orElse(NanoUsd.ZERO), 1, cost.isPresent() ? 0 : 1);
    }

    Sum plus(Sum other) {
      return new Sum(spent.plus(other.spent), calls + other.calls, unpriced + other.unpriced);
    }
  }

  /// Statements of one kind run together: a call's money is set aside before it ends, and of two
  /// endings of one call the first counts.
  void write(List<MoneyEntry> entries) throws SQLException {
    var endings = new LinkedHashMap<String, MoneyEntry.Ending>();
    for (var entry : entries) {
      switch (entry) {
        case MoneyEntry.Reserved r ->
            batch(RESERVE, r.id(), r.account(), r.project(), r.model(), r.worst().nanos(), r.at());
        case MoneyEntry.Named(var id, var generation) -> batch(NAME, generation, id);
        case MoneyEntry.Ending ending -> endings.putIfAbsent(ending.id(), ending);
        case MoneyEntry.Based(var account, var base) -> {
          run(endings.values());
          endings.clear();
          count(account, base);
        }
      }
    }
    run(endings.values());
  }

  /// Runs what has collected, and these endings after it.
  private void run(Collection<MoneyEntry.Ending> endings) throws SQLException {
    var settled = new ArrayList<MoneyEntry.Settled>();
    for (var ending : endings) {
      switch (ending) {
        case MoneyEntry.Settled s -> {
          settled.add(s);
          batch(
              SETTLE,
              s.cost().map(cost -> cost.amount().nanos()),
              s.cost().map(cost -> cost.basis().word()),
              s.at(),
              s.generation(),
              s.id());
        }
        case MoneyEntry.Released(var id) -> batch(RELEASE, id);
      }
    }
    run(RESERVE);
    run(NAME);
    run(RELEASE);
    var changed = run(SETTLE);
    for (int i = 0; i < changed.length; i++) {
      if (changed[i] > 0) {
        note(settled.get(i));
      }
    }
    addAll();
  }

  private void note(MoneyEntry.Settled settled) {
    var sum = Sum.of(settled.cost());
    long quarter = quarter(settled.of().at());
    settled.of().scopes().forEach(s -> sums.merge(new Place(s, quarter), sum, Sum::plus));
  }

  /// What was settled before is not settled since.
  private void count(String account, Optional<Residue.Base> base) throws SQLException {
    if (base.isPresent()) {
      var from = base.get();
      update(BASE, account, from.label(), from.usage().nanos(), from.settled().nanos());
    } else {
      update(FORGET, account);
    }
  }

  private void addAll() throws SQLException {
    for (var sum : sums.entrySet()) {
      add(sum.getKey(), sum.getValue());
    }
    sums.clear();
  }

  private void update(String sql, @Nullable Object... arguments) throws SQLException {
    Sql.update(prepared(sql), arguments);
  }

  private void batch(String sql, @Nullable Object... arguments) throws SQLException {
    Sql.batch(prepared(sql), arguments);
  }

  /// Runs what was batched; the rows that each changed.
  private int[] run(String sql) throws SQLException {
    return statements.containsKey(sql) ? prepared(sql).executeBatch() : NONE;
  }

  /// Made once for all entries: these run for every paid call.
  private PreparedStatement prepared(String sql) throws SQLException {
    var ready = statements.get(sql);
    if (ready != null) {
      return ready;
    }
    var fresh = connection.prepareStatement(sql);
    statements.put(sql, fresh);
    return fresh;
  }

  @Override
  public void close() throws SQLException {
    for (var statement : statements.values()) {
      statement.close();
    }
  }

  private void add(Place place, Sum sum) throws SQLException {
    if (place.scope().kind() == Scope.Kind.ACCOUNT) {
      update(TAKE_OFF, sum.spent().nanos(), place.scope().name());
      update(COUNT, sum.spent().nanos(), place.scope().name());
    }
    update(
        ADD,
        place.scope().kind().word(),
        place.scope().name(),
        place.quarter(),
        sum.spent().nanos(),
        sum.calls(),
        sum.unpriced());
  }

  static List<MoneyStore.Unsettled> unsettled(Connection connection) throws SQLException {
    return Sql.list(
        connection,
        "SELECT * FROM reservations WHERE settled_at IS NULL ORDER BY reserved_at, id",
        row ->
            new MoneyStore.Unsettled(
                new MoneyEntry.Reserved(
                    row.getString("id"),
                    row.getString("account"),
                    Sql.optionalText(row, "project"),
                    row.getString("model"),
                    new NanoUsd(row.getLong("worst")),
                    Sql.instant(row, "reserved_at")),
                Sql.optionalText(row, "generation")));
  }

  static List<MoneyStore.Spent> spentSince(Connection connection, Instant since)
      throws SQLException {
    return Sql.list(
        connection,
        "SELECT * FROM spend WHERE quarter >= ? ORDER BY quarter, kind, name",
        row ->
            new MoneyStore.Spent(
                new Scope(MoneyStore.kind(row.getString("kind")), row.getString("name")),
                Instant.EPOCH.plusNanos(row.getLong("quarter") * QUARTER_NANOS),
                new NanoUsd(row.getLong("spent")),
                row.getLong("calls"),
                row.getLong("unpriced")),
        quarter(since));
  }

  static Map<String, Residue.Base> bases(Connection connection) throws SQLException {
    var bases = new HashMap<String, Residue.Base>();
    Sql.each(
        connection,
        "SELECT * FROM key_baselines",
        row ->
            bases.put(
                row.getString("account"),
                new Residue.Base(
                    row.getString("label"),
                    new NanoUsd(row.getLong("usage")),
                    new NanoUsd(row.getLong("settled")))));
    return bases;
  }

  private static long quarter(Instant at) {
    return Math.floorDiv(Sql.nanos(at), QUARTER_NANOS);
  }

  static int expire(Connection connection, Instant before, int atMost) throws SQLException {
    return Sql.update(
        connection,
        """
        DELETE FROM reservations WHERE id IN
          (SELECT id FROM reservations WHERE settled_at < ? LIMIT ?)\
        """,
        before,
        atMost);
  }

  static int expireSums(Connection connection, Instant before) throws SQLException {
    return Sql.update(connection, "DELETE FROM spend WHERE quarter < ?", quarter(before));
  }

  /// A balance that stands as before keeps what was spent since.
  static void declare(Connection connection, String account, NanoUsd balance, Instant now)
      throws SQLException {
    Sql.update(
        connection,
        """
        INSERT INTO declared_balances (account, balance, since, spent) VALUES (?, ?, ?, 0)
        ON CONFLICT DO UPDATE SET balance = excluded.balance, since = excluded.since, spent = 0
          WHERE balance <> excluded.balance\
        """,
        account,
        balance.nanos(),
        now);
  }

  static Optional<NanoUsd> left(Connection connection, String account) throws SQLException {
    return Sql.first(
        connection,
        "SELECT max(0, balance - spent) FROM declared_balances WHERE account = ?",
        row -> new NanoUsd(row.getLong(1)),
        account);
  }

  static void insert(Connection connection, String account, String model, Price price)
      throws SQLException {
    Sql.update(
        connection,
        """
        INSERT INTO prices
          (account, model, prompt, cached, completion, request, since, most_written)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)\
        """,
        account,
        model,
        price.prompt().nanos(),
        price.cached().map(NanoUsd::nanos),
        price.completion().nanos(),
        price.request().nanos(),
        price.since().toString(),
        boxed(price.mostWritten()));
  }

  private static Optional<Long> boxed(OptionalLong number) {
    return number.isPresent() ? Optional.of(number.getAsLong()) : Optional.empty();
  }

  static Map<String, Price> prices(Connection connection, String account) throws SQLException {
    var prices = new HashMap<String, Price>();
    Sql.each(
        connection,
        "SELECT * FROM prices WHERE account = ?",
        row -> prices.put(row.getString("model"), price(row)),
        account);
    return Map.copyOf(prices);
  }

  private static Price price(ResultSet row) throws SQLException {
    long cached = row.getLong("cached");
    Optional<NanoUsd> fromCache =
        row.wasNull() ? Optional.empty() : Optional.of(new NanoUsd(cached));
    long written = row.getLong("most_written");
    var most = row.wasNull() ? OptionalLong.empty() : OptionalLong.of(written);
    return new Price(
        new NanoUsd(row.getLong("prompt")),
        fromCache,
        new NanoUsd(row.getLong("completion")),
        new NanoUsd(row.getLong("request")),
        LocalDate.parse(row.getString("since")),
        Price.Source.PROVIDER,
        most);
  }
}
