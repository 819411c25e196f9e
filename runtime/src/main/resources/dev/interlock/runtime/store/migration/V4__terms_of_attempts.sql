-- The words of an attempt repeat in nearly every row, so they are kept once a day: rows are half as
-- long and cost half. Terms of a day go when its last row has gone.
ALTER TABLE attempts RENAME TO attempts_in_words;

CREATE TABLE attempt_terms (
  terms INTEGER PRIMARY KEY,
  day INTEGER NOT NULL, -- since 1970, of the start
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
  ending TEXT NOT NULL
) STRICT;

CREATE INDEX attempt_terms_of_day ON attempt_terms (day, project, route, served);

CREATE TABLE attempt_rows (
  seq INTEGER PRIMARY KEY,
  request TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  terms INTEGER NOT NULL,
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

INSERT INTO attempt_terms (day, kind, caller, project, purpose, route, upstream, decision,
  requested, resolved, served, strength, ending)
SELECT DISTINCT started_at / 86400000000000, kind, caller, project, purpose, route, upstream,
  decision, requested, resolved, served, strength, ending
FROM attempts_in_words;

INSERT INTO attempt_rows
SELECT a.seq, a.request, a.attempt, t.terms, a.status, a.reason, a.bytes_out, a.bytes_in,
  a.prompt_tokens, a.completion_tokens, a.tokens_estimated, a.started_at, a.first_nanos,
  a.total_nanos
FROM attempts_in_words a CROSS JOIN attempt_terms t
WHERE t.day = a.started_at / 86400000000000 AND t.kind = a.kind AND t.caller = a.caller
  AND t.project IS a.project AND t.purpose IS a.purpose AND t.route IS a.route
  AND t.upstream IS a.upstream AND t.decision = a.decision AND t.requested = a.requested
  AND t.resolved IS a.resolved AND t.served IS a.served AND t.strength = a.strength
  AND t.ending = a.ending;

DROP TABLE attempts_in_words;

CREATE INDEX attempts_of_request ON attempt_rows (request, attempt);

-- A listing goes along this index from its end, rows of one instant by their seq.
CREATE INDEX attempts_by_time ON attempt_rows (started_at);

-- Rows with their words. The join is crossed, so that SQLite always begins at the rows, which have
-- the indexes.
CREATE VIEW attempts AS
SELECT seq, request, attempt, kind, caller, project, purpose, route, upstream, decision, requested,
  resolved, served, strength, ending, status, reason, bytes_out, bytes_in, prompt_tokens,
  completion_tokens, tokens_estimated, started_at, first_nanos, total_nanos
FROM attempt_rows r CROSS JOIN attempt_terms t ON t.terms = r.terms;
