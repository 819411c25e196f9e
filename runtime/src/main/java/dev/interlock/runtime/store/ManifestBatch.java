package dev.interlock.runtime.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The statements of one change to a project's manifest, prepared once.
final class ManifestBatch implements AutoCloseable {
  private final long project;
  private final List<PreparedStatement> statements = new ArrayList<>();
  private final PreparedStatement upsertFile;
  private final PreparedStatement findFile;
  private final PreparedStatement chunksOf;
  private final PreparedStatement deleteChunks;
  private final PreparedStatement insertChunk;
  private final PreparedStatement deleteFile;

  ManifestBatch(Connection connection, long project) throws SQLException {
    this.project = project;
    this.upsertFile =
        prepare(
            connection,
            """
            INSERT INTO files (project, path, size, stamp, hash, recipe, table_name)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (project, path) DO UPDATE SET size = excluded.size,
              stamp = excluded.stamp, hash = excluded.hash, recipe = excluded.recipe,
              table_name = excluded.table_name
            RETURNING id\
            """);
    this.findFile = prepare(connection, "SELECT id FROM files WHERE project = ? AND path = ?");
    this.chunksOf = prepare(connection, "SELECT id FROM chunks WHERE file = ?");
    this.deleteChunks = prepare(connection, "DELETE FROM chunks WHERE file = ?");
    this.insertChunk =
        prepare(connection, "INSERT INTO chunks (project, id, file, hash) VALUES (?, ?, ?, ?)");
    this.deleteFile = prepare(connection, "DELETE FROM files WHERE id = ?");
  }

  private PreparedStatement prepare(Connection connection, String sql) throws SQLException {
    var statement = connection.prepareStatement(sql);
    statements.add(statement);
    return statement;
  }

  /// Writes the files and their chunks; the ids that they had before and have no more.
  Set<String> replace(List<FileWithChunks> files) throws SQLException {
    var gone = new HashSet<String>();
    for (var each : files) {
      var file = each.file();
      long id =
          Sql.list(
                  upsertFile,
                  row -> row.getLong(1),
                  project,
                  file.path(),
                  file.size(),
                  file.stamp(),
                  file.hash(),
                  file.recipe(),
                  file.table())
              .getFirst();
      gone.addAll(clear(id));
    }
    for (var each : files) {
      insert(each).forEach(gone::remove);
    }
    return gone;
  }

  private List<String> insert(FileWithChunks each) throws SQLException {
    long id = find(each.file().path()).getFirst();
    for (var chunk : each.chunks()) {
      Sql.update(insertChunk, project, chunk.id(), id, chunk.hash());
    }
    return each.chunks().stream().map(ChunkEntry::id).toList();
  }

  /// Takes the file of that path out; the ids of its chunks.
  List<String> remove(String path) throws SQLException {
    var gone = new ArrayList<String>();
    for (long id : find(path)) {
      gone.addAll(clear(id));
      Sql.update(deleteFile, id);
    }
    return gone;
  }

  private List<Long> find(String path) throws SQLException {
    return Sql.list(findFile, row -> row.getLong(1), project, path);
  }

  private List<String> clear(long file) throws SQLException {
    var ids = Sql.list(chunksOf, row -> row.getString(1), file);
    if (!ids.isEmpty()) {
      Sql.update(deleteChunks, file);
    }
    return ids;
  }

  @Override
  public void close() throws SQLException {
    for (var statement : statements) {
      statement.close();
    }
  }
}
