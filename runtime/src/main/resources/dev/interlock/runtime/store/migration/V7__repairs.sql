-- Instants are nanoseconds since 1970 in UTC.

-- Each time that a route's check failed: the rows since its last good one, and what became of them.
CREATE TABLE repairs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  route TEXT NOT NULL,
  table_name TEXT NOT NULL,
  verdict TEXT NOT NULL, -- under which the rows were made
  stretch INTEGER NOT NULL, -- the first one in doubt
  reason TEXT NOT NULL,
  named_at INTEGER, -- NULL: it is not known yet which rows they are
  opened_at INTEGER NOT NULL,
  ended_at INTEGER
) STRICT;

CREATE INDEX repairs_of_route ON repairs (route, table_name, id);

CREATE TABLE repair_rows (
  repair INTEGER NOT NULL REFERENCES repairs (id),
  chunk TEXT NOT NULL,
  project TEXT NOT NULL,
  path TEXT NOT NULL,
  start_line INTEGER NOT NULL,
  end_line INTEGER NOT NULL,
  fate TEXT NOT NULL, -- waiting, embedded, failed, gone or withheld
  words TEXT NOT NULL,
  PRIMARY KEY (repair, chunk)
) STRICT, WITHOUT ROWID;
