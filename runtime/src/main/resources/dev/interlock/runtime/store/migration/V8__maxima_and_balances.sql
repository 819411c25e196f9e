-- Tokens that a model writes in one answer at the most, where its provider says so.
ALTER TABLE prices ADD COLUMN most_written INTEGER;

-- Balances that a person declared, for accounts whose provider tells none, in billionths of a dollar.
CREATE TABLE declared_balances (
  account TEXT PRIMARY KEY,
  balance INTEGER NOT NULL,
  since INTEGER NOT NULL, -- when it was first read in the settings: nanoseconds since 1970 in UTC
  spent INTEGER NOT NULL -- settled since
) STRICT, WITHOUT ROWID;
