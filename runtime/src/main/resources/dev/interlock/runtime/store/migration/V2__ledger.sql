-- One row for each attempt that has ended. Times are nanoseconds; instants since 1970 in UTC.
CREATE TABLE attempts (
  seq INTEGER PRIMARY KEY,
  request TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  kind TEXT NOT NULL,
  caller TEXT NOT NULL,
  project TEXT,
  purpose TEXT,
  route TEXT,
  upstream TEXT,
  decision TEXT NOT NULL,
  requested TEXT NOT NULL,
  resolved TEXT,
  served TEXT,
  strength TEXT NOT NULL,
  ending TEXT NOT NULL,
  status INTEGER,
  reason TEXT NOT NULL,
  bytes_out INTEGER NOT NULL,
  bytes_in INTEGER NOT NULL,
  prompt_tokens INTEGER,
  completion_tokens INTEGER,
  tokens_estimated INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  first_nanos INTEGER,
  total_nanos INTEGER NOT NULL
) STRICT;

CREATE INDEX attempts_of_request ON attempts (request, attempt);

-- A listing goes along this index from its end, rows of one instant by their seq.
CREATE INDEX attempts_by_time ON attempts (started_at);

-- Request ids are reserved in blocks before one of them is given out, so that after a crash the
-- ids without a row can be told.
CREATE TABLE request_blocks (
  block INTEGER PRIMARY KEY,
  state TEXT NOT NULL, -- open; closed: all is known; crashed: what is missing was counted
  given INTEGER, -- how many ids were given out, once that is known
  lost INTEGER NOT NULL, -- crashed: ids below the highest one with a row that have none
  doubtful INTEGER NOT NULL, -- crashed: ids above it, lost or never given out
  moved_at INTEGER NOT NULL
) STRICT;
