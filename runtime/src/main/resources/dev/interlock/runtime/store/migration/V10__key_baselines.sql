-- From where it is counted what an account's key was billed besides the calls that are settled.
CREATE TABLE key_baselines (
  account TEXT PRIMARY KEY,
  label TEXT NOT NULL, -- which key, as its provider shows it: never the key
  usage INTEGER NOT NULL, -- what the key had been billed in all, in billionths of a dollar
  settled INTEGER NOT NULL -- of the account since then
) STRICT, WITHOUT ROWID;

-- What calls cost that their provider never named is known by that: the basis of such reservations
-- is `residue`.
