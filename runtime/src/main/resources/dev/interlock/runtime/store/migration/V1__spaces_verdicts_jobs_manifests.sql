-- Instants are nanoseconds since 1970 in UTC. Vectors are little-endian float32, one after another.

-- The space that a table was born with: one row for ever.
CREATE TABLE spaces (
  table_name TEXT PRIMARY KEY,
  dimension INTEGER NOT NULL,
  route TEXT NOT NULL,
  model TEXT NOT NULL,
  revision TEXT,
  recipe_version INTEGER NOT NULL,
  document_prefix TEXT NOT NULL,
  query_prefix TEXT NOT NULL,
  max_tokens INTEGER NOT NULL,
  distance TEXT NOT NULL,
  probe_set TEXT NOT NULL,
  probe_tokens INTEGER NOT NULL,
  born INTEGER NOT NULL
) STRICT;

CREATE TABLE anchors (
  table_name TEXT NOT NULL REFERENCES spaces (table_name),
  position INTEGER NOT NULL,
  probe TEXT NOT NULL,
  kind TEXT NOT NULL,
  form TEXT NOT NULL,
  text TEXT NOT NULL,
  twin TEXT,
  vector BLOB NOT NULL,
  PRIMARY KEY (table_name, position)
) STRICT;

CREATE TABLE verdicts (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  route TEXT NOT NULL,
  table_name TEXT NOT NULL,
  epoch INTEGER NOT NULL,
  verdict TEXT NOT NULL,
  grade TEXT,
  min_cosine REAL,
  mean_cosine REAL,
  centred_min REAL,
  relative_min REAL,
  displacement REAL,
  tail_ratio REAL,
  self_agreement REAL,
  worst_probe TEXT,
  rule TEXT,
  probe TEXT,
  reason TEXT NOT NULL,
  dimension INTEGER,
  coverage TEXT NOT NULL,
  checked_at INTEGER NOT NULL
) STRICT;

CREATE INDEX verdicts_of_route ON verdicts (route, table_name, seq);

-- A route's own vectors at its last admission, for canaries: only the newest are of use.
CREATE TABLE own_vectors (
  route TEXT NOT NULL,
  table_name TEXT NOT NULL,
  verdict TEXT NOT NULL,
  width INTEGER NOT NULL,
  vectors BLOB NOT NULL,
  PRIMARY KEY (route, table_name)
) STRICT;

CREATE TABLE epochs (
  route TEXT NOT NULL,
  table_name TEXT NOT NULL,
  epoch INTEGER NOT NULL,
  PRIMARY KEY (route, table_name)
) STRICT, WITHOUT ROWID;

CREATE TABLE served (
  route TEXT NOT NULL,
  table_name TEXT NOT NULL,
  texts INTEGER NOT NULL,
  PRIMARY KEY (route, table_name)
) STRICT, WITHOUT ROWID;

CREATE TABLE jobs (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  root TEXT NOT NULL,
  project TEXT NOT NULL,
  state TEXT NOT NULL,
  phase TEXT NOT NULL,
  reason TEXT NOT NULL,
  expected INTEGER NOT NULL,
  stored INTEGER NOT NULL,
  failed INTEGER NOT NULL,
  embedded INTEGER NOT NULL,
  reused INTEGER NOT NULL,
  files INTEGER NOT NULL,
  skipped INTEGER NOT NULL,
  run_by TEXT NOT NULL, -- names of routes, one a line
  started_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  ended_at INTEGER
) STRICT;

-- One running job a root, whoever asks at the same moment.
CREATE UNIQUE INDEX jobs_running ON jobs (root) WHERE state = 'running';

CREATE TABLE job_failures (
  job INTEGER NOT NULL REFERENCES jobs (seq),
  chunk TEXT NOT NULL,
  path TEXT NOT NULL,
  start_line INTEGER NOT NULL,
  end_line INTEGER NOT NULL,
  code TEXT NOT NULL,
  message TEXT NOT NULL,
  PRIMARY KEY (job, chunk)
) STRICT, WITHOUT ROWID;

CREATE TABLE job_skips (
  job INTEGER NOT NULL REFERENCES jobs (seq),
  path TEXT NOT NULL,
  reason TEXT NOT NULL,
  size INTEGER NOT NULL,
  PRIMARY KEY (job, path)
) STRICT, WITHOUT ROWID;

CREATE TABLE projects (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  root TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE files (
  id INTEGER PRIMARY KEY,
  project INTEGER NOT NULL REFERENCES projects (id),
  path TEXT NOT NULL,
  size INTEGER NOT NULL,
  stamp TEXT NOT NULL,
  hash TEXT NOT NULL,
  recipe TEXT NOT NULL,
  table_name TEXT NOT NULL,
  UNIQUE (project, path)
) STRICT;

-- The manifest: every chunk that must have a row with a vector before a job is whole.
CREATE TABLE chunks (
  project INTEGER NOT NULL REFERENCES projects (id),
  id TEXT NOT NULL,
  file INTEGER NOT NULL REFERENCES files (id),
  hash TEXT NOT NULL,
  PRIMARY KEY (project, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX chunks_of_file ON chunks (file);
