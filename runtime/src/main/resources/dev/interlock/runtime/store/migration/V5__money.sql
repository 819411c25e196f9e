-- Amounts are billionths of a dollar. Instants are nanoseconds since 1970 in UTC.

-- Money set aside for one call before a byte of it leaves, and what became of it. Open rows have no
-- settled_at: they stay set aside, over crashes too, until they are settled.
CREATE TABLE reservations (
  id TEXT PRIMARY KEY, -- the request's id and the attempt's number
  account TEXT NOT NULL,
  project TEXT,
  model TEXT NOT NULL,
  worst INTEGER NOT NULL, -- the most that the call can cost
  reserved_at INTEGER NOT NULL,
  generation TEXT, -- the provider's own id of the call, once it is known
  cost INTEGER, -- NULL in a settled row: nobody knows a price
  basis TEXT, -- provider, price or estimate
  settled_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX open_reservations ON reservations (id) WHERE settled_at IS NULL;
CREATE INDEX settled_reservations ON reservations (settled_at) WHERE settled_at IS NOT NULL;

-- Sums of settled calls by the quarter of an hour in which they were reserved. All days of all time
-- zones are made of quarters.
CREATE TABLE spend (
  kind TEXT NOT NULL, -- account or project
  name TEXT NOT NULL,
  quarter INTEGER NOT NULL, -- since 1970
  spent INTEGER NOT NULL,
  calls INTEGER NOT NULL,
  unpriced INTEGER NOT NULL, -- of them, calls whose cost nobody knows
  PRIMARY KEY (kind, name, quarter)
) STRICT, WITHOUT ROWID;

-- An account's prices as its provider lists them, for a million tokens each.
CREATE TABLE prices (
  account TEXT NOT NULL,
  model TEXT NOT NULL,
  prompt INTEGER NOT NULL,
  cached INTEGER,
  completion INTEGER NOT NULL,
  request INTEGER NOT NULL,
  since TEXT NOT NULL, -- the day on which it was read
  PRIMARY KEY (account, model)
) STRICT, WITHOUT ROWID;

ALTER TABLE attempt_rows ADD COLUMN cost INTEGER;
ALTER TABLE attempt_rows ADD COLUMN basis TEXT;

DROP VIEW attempts;

-- Rows with their words. The join is crossed, so that SQLite always begins at the rows, which have
-- the indexes.
CREATE VIEW attempts AS
SELECT seq, request, attempt, kind, caller, project, purpose, route, upstream, decision, requested,
  resolved, served, strength, ending, status, reason, bytes_out, bytes_in, prompt_tokens,
  completion_tokens, tokens_estimated, started_at, first_nanos, total_nanos, cost, basis
FROM attempt_rows r CROSS JOIN attempt_terms t ON t.terms = r.terms;
