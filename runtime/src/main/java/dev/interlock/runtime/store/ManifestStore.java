package dev.interlock.runtime.store;

import dev.interlock.core.table.TableName;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// What every project must have on disk before it is whole: its files and their chunks (B8, design
/// §2.7).
///
/// Thread: any, several at once. Methods that take a project throw an [IllegalArgumentException] if
/// there is none of that name.
public final class ManifestStore {
  private static final String ROWS =
      """
      SELECT c.id, c.hash, f.path, f.table_name FROM chunks c JOIN files f ON f.id = c.file
      WHERE c.project = ?\
      """;

  private final Database database;

  /// On an open database.
  public ManifestStore(Database database) {
    this.database = database;
  }

  /// Makes a project. Making the very same again does nothing.
  ///
  /// @throws DuplicateRowException if another project has its name or its root; which, say
  ///   [DuplicateRowException#columns]
  public void addProject(Project project) {
    database.write(
        connection -> {
          var same =
              Sql.number(
                  connection,
                  "SELECT count(*) FROM projects WHERE name = ? AND root = ?",
                  project.name(),
                  project.root());
          return same > 0
              ? 0
              : Sql.update(
                  connection,
                  "INSERT INTO projects (name, root) VALUES (?, ?)",
                  project.name(),
                  project.root());
        });
  }

  /// All projects, by name.
  public List<Project> projects() {
    return database.read(
        connection ->
            Sql.list(connection, "SELECT * FROM projects ORDER BY name", ManifestStore::project));
  }

  /// The project of that root.
  public Optional<Project> projectAt(String root) {
    return database.read(
        connection ->
            Sql.first(
                connection, "SELECT * FROM projects WHERE root = ?", ManifestStore::project, root));
  }

  /// The project of that name.
  public Optional<Project> project(String name) {
    return database.read(
        connection ->
            Sql.first(
                connection, "SELECT * FROM projects WHERE name = ?", ManifestStore::project, name));
  }

  /// The project's file at exactly that path; empty if there is no such project either.
  public Optional<FileEntry> file(String project, String path) {
    return database.read(
        connection ->
            Sql.first(
                connection,
                """
                SELECT f.* FROM files f JOIN projects p ON p.id = f.project
                WHERE p.name = ? AND f.path = ?\
                """,
                ManifestStore::file,
                project,
                path));
  }

  /// Names of the projects that have a file at exactly that path, in order.
  public List<String> projectsWith(String path) {
    return database.read(
        connection ->
            Sql.list(
                connection,
                """
                SELECT p.name FROM files f JOIN projects p ON p.id = f.project
                WHERE f.path = ? ORDER BY p.name\
                """,
                row -> row.getString(1),
                path));
  }

  /// A file of the manifest with its project.
  public record Located(String project, String path) {}

  /// The first files whose path ends so, by project and path. Reads every path: for the words of a
  /// refusal, not for a search.
  public List<Located> endingWith(String ending, int limit) {
    return database.read(
        connection ->
            Sql.list(
                connection,
                """
                SELECT p.name, f.path FROM files f JOIN projects p ON p.id = f.project
                WHERE substr(f.path, -length(?)) = ? ORDER BY p.name, f.path LIMIT ?\
                """,
                row -> new Located(row.getString(1), row.getString(2)),
                ending,
                ending,
                limit));
  }

  /// How many files the project has.
  public long fileCount(String project) {
    return database.read(
        connection ->
            Sql.number(
                connection,
                "SELECT count(*) FROM files WHERE project = ?",
                id(connection, project)));
  }

  /// The project's files by path, in the order of their paths.
  public Map<String, FileEntry> files(String project) {
    return database.read(
        connection -> {
          var files = new LinkedHashMap<String, FileEntry>();
          Sql.list(
                  connection,
                  "SELECT * FROM files WHERE project = ? ORDER BY path",
                  ManifestStore::file,
                  id(connection, project))
              .forEach(file -> files.put(file.path(), file));
          return files;
        });
  }

  /// Writes files with their chunks, in the place of what they had, all of them or none.
  ///
  /// @return ids that these files had and have no more: their rows must go
  /// @throws DuplicateRowException if a chunk's id belongs to another file, or stands there twice
  public Set<String> replaceFiles(String project, List<FileWithChunks> files) {
    return database.write(
        connection -> {
          try (var batch = new ManifestBatch(connection, id(connection, project))) {
            return batch.replace(files);
          }
        });
  }

  /// Takes files out with their chunks, all of them or none; paths that are not there are passed
  /// over.
  ///
  /// @return the ids of their chunks: their rows must go
  public List<String> removeFiles(String project, Collection<String> paths) {
    return database.write(
        connection -> {
          try (var batch = new ManifestBatch(connection, id(connection, project))) {
            var gone = new ArrayList<String>();
            for (var path : paths) {
              gone.addAll(batch.remove(path));
            }
            return gone;
          }
        });
  }

  /// How many chunks the project has: what a whole index holds.
  public long expected(String project) {
    return database.read(
        connection ->
            Sql.number(
                connection,
                "SELECT count(*) FROM chunks WHERE project = ?",
                id(connection, project)));
  }

  /// Ids of the project's chunks in one table.
  public Set<String> ids(String project, TableName table) {
    return database.read(
        connection ->
            new HashSet<>(
                Sql.list(
                    connection,
                    ROWS + " AND f.table_name = ?",
                    row -> row.getString(1),
                    id(connection, project),
                    table)));
  }

  /// Hands over every row of the project, by path, without holding them all in memory.
  ///
  /// @param rows called on this thread while a reader is held: it must not read or wait for a write
  public void eachRow(String project, Consumer<ManifestRow> rows) {
    database.read(
        connection ->
            Sql.each(
                connection,
                ROWS + " ORDER BY f.path, c.id",
                row -> rows.accept(row(row)),
                id(connection, project)));
  }

  private static long id(Connection connection, String project) throws SQLException {
    return Sql.first(
            connection, "SELECT id FROM projects WHERE name = ?", row -> row.getLong(1), project)
        .orElseThrow(() -> new IllegalArgumentException("no project is called " + project));
  }

  private static Project project(ResultSet row) throws SQLException {
    return new Project(row.getString("name"), row.getString("root"));
  }

  private static FileEntry file(ResultSet row) throws SQLException {
    return new FileEntry(
        row.getString("path"),
        row.getLong("size"),
        row.getString("stamp"),
        row.getString("hash"),
        row.getString("recipe"),
        Sql.table(row));
  }

  private static ManifestRow row(ResultSet row) throws SQLException {
    return new ManifestRow(
        row.getString("id"), row.getString("path"), Sql.table(row), row.getString("hash"));
  }
}
