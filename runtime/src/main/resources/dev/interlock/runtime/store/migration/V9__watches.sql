-- How far good checks vouch for what a route made since its last admission: opened before the
-- admission serves, so that no row is made that nobody watches, and gone once a repair has the rows
-- in doubt. For what was made before this was kept there is none.
CREATE TABLE watches (
  route TEXT NOT NULL,
  table_name TEXT NOT NULL,
  model TEXT NOT NULL, -- that the route promised then, as the settings named it
  verdict TEXT NOT NULL, -- under which the rows are made; its own vectors are in own_vectors
  epoch INTEGER NOT NULL, -- of the verdict
  agreed TEXT NOT NULL, -- of each kind of canary the last check that agreed, one a line
  PRIMARY KEY (route, table_name)
) STRICT, WITHOUT ROWID;
