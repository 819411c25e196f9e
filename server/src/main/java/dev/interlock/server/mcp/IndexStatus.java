package dev.interlock.server.mcp;

import dev.interlock.core.table.TableName;
import dev.interlock.runtime.gate.MatrixRow;
import dev.interlock.runtime.store.Job;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// What is indexed, in short.
///
/// @param projects all roots, by name
/// @param jobs the newest, newest first
/// @param routes every embedding route against its table
record IndexStatus(
    List<IndexedRoot> projects,
    List<TableLine> tables,
    List<JobLine> jobs,
    List<RouteLine> routes) {
  private static final int NEWEST_JOBS = 5;

  IndexStatus {
    projects = List.copyOf(projects);
    tables = List.copyOf(tables);
    jobs = List.copyOf(jobs);
    routes = List.copyOf(routes);
  }

  /// @param chunks rows that the whole root makes
  record IndexedRoot(String name, String root, long files, long chunks) {}

  /// @param texts rows searchable by words
  /// @param stored rows with a vector
  /// @param reference the route that built it, whose vectors are the anchors
  /// @param coverage `full`, or `reduced` where a sole cloud provider had no peer
  record TableLine(
      String name, long texts, long stored, Optional<String> reference, String coverage) {}

  /// @param reason why it stands where it stands, empty while all is well
  record JobLine(
      String id, String project, String state, String reason, long expected, long stored) {
    static JobLine of(Job job) {
      var counts = job.counts();
      return new JobLine(
          job.id(),
          job.project(),
          job.state().word(),
          job.reason(),
          counts.expected(),
          counts.stored());
    }
  }

  /// @param reason why it does not serve, empty while it does
  record RouteLine(String route, String model, String table, String verdict, String reason) {
    static RouteLine of(MatrixRow row) {
      return new RouteLine(
          row.route(), row.model(), row.table().word(), row.verdict(), row.reason());
    }
  }

  /// The status as it is now.
  static IndexStatus of(McpEndpoint.Sources sources) {
    return new IndexStatus(
        sources.files().projects().stream()
            .map(p -> new IndexedRoot(p.name(), p.root(), p.files(), p.chunks()))
            .toList(),
        Arrays.stream(TableName.values()).map(name -> line(sources, name)).toList(),
        sources.jobs().newest(NEWEST_JOBS).stream().map(p -> JobLine.of(p.job())).toList(),
        sources.gatekeeper().matrix().stream().map(RouteLine::of).toList());
  }

  private static TableLine line(McpEndpoint.Sources sources, TableName name) {
    var counts = sources.tables().table(name).counts();
    var reference = sources.gatekeeper().reference(name);
    return new TableLine(
        name.word(),
        counts.texts(),
        counts.stored(),
        reference.route(),
        reference.coverage().word());
  }
}
