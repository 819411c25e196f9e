-- What was decided of a cloud account at run time. Never a key, nor a part or a hash of one.
CREATE TABLE account_settings (
  account TEXT NOT NULL PRIMARY KEY,
  epoch INTEGER NOT NULL,          -- of the newest configuration that was sent
  enabled INTEGER,                 -- NULL: nobody decided
  daily_nano_usd INTEGER,          -- NULL: as the file says
  models TEXT NOT NULL,            -- one a line; empty for all
  pushed_at INTEGER                -- when a key was pushed last; NULL: never
) STRICT;
