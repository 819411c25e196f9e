package dev.interlock.server.jobs;

import dev.interlock.core.error.ApiError;
import dev.interlock.core.job.JobState;
import dev.interlock.core.table.PerTable;
import dev.interlock.core.table.TableName;
import dev.interlock.index.table.TableException;
import dev.interlock.runtime.egress.Clerk;
import dev.interlock.runtime.egress.EmbeddingDoor;
import dev.interlock.runtime.store.DuplicateRowException;
import dev.interlock.runtime.store.Job;
import dev.interlock.runtime.store.JobFailure;
import dev.interlock.runtime.store.JobSkip;
import dev.interlock.runtime.store.ManifestRow;
import dev.interlock.runtime.store.NewJob;
import dev.interlock.runtime.store.Project;
import dev.interlock.server.search.SearchService;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Level;
import java.util.logging.Logger;

/// All index jobs: one at a time for a root, any number of roots (C95).
///
/// Thread: any; [#start] blocks until the gate is known.
public final class JobEngine implements SearchService.Progress, AutoCloseable {
  private static final Logger LOG = Logger.getLogger(JobEngine.class.getName());

  private final JobPorts ports;
  private final PerTable<BulkQueue> queues;
  private final Map<String, IndexRun> runs = new ConcurrentHashMap<>();

  public JobEngine(JobPorts ports, EmbeddingDoor door, Clerk clerk) {
    this.ports = ports;
    var outward = new BulkQueue.Outward(door, clerk);
    var holds = ports.closed().holds();
    var around =
        new BulkQueue.Surroundings(ports.gatekeeper(), ports.clocks(), ports.threads(), holds);
    this.queues = PerTable.of(table -> new BulkQueue(table, around, outward, this::moved));
    ports.gatekeeper().onChange(this::moved);
    ports.mender().onNamed(this::moved);
  }

  private void moved() {
    runs.values().forEach(IndexRun::gateMoved);
  }

  /// Rows in doubt, and what became of them.
  public Mender mender() {
    return ports.mender();
  }

  /// How a start went.
  public sealed interface Started {
    Job job();

    /// It runs, or one ran on that root already.
    record Running(Job job, boolean fresh) implements Started {}

    /// Nothing may embed its texts: the job is `failed`.
    record Refused(Job job, ApiError error) implements Started {}
  }

  /// Starts a job on a root, or finds the one that runs there.
  ///
  /// @param root an absolute, normalised path
  /// @param mayEmpty whether a root without any file may empty its index
  public Started start(Path root, boolean mayEmpty) {
    IndexRun run;
    synchronized (this) {
      var project = project(root);
      var job =
          ports
              .jobs()
              .create(new NewJob(root.toString(), project, ports.clocks().wall().now()))
              .job();
      var running = Optional.ofNullable(runs.get(job.id()));
      if (running.isPresent()) {
        return new Started.Running(running.get().board().job(), false);
      }
      run = launch(job, mayEmpty);
    }
    return run.gate()
        .join()
        .<Started>map(error -> new Started.Refused(run.board().job(), error))
        .orElseGet(() -> new Started.Running(run.board().job(), true));
  }

  /// A run burns a core while it cuts files: on a thread of its own it can't starve the virtual
  /// ones that answer.
  private IndexRun launch(Job job, boolean mayEmpty) {
    var run = new IndexRun(ports, queues, job, mayEmpty);
    runs.put(job.id(), run);
    for (var table : TableName.values()) {
      ports.tables().table(table).giveUpCompacting();
      ports.gatekeeper().jobBegins(table);
    }
    Thread.ofPlatform()
        .daemon()
        .name("job-" + job.id())
        .start(
            () -> {
              run.run();
              runs.remove(job.id());
              for (var table : TableName.values()) {
                ports.gatekeeper().jobEnds(table);
              }
              compact();
            });
    return run;
  }

  /// Searches over one segment are several times quicker than over many. Done after the job's end,
  /// so that nobody waits for it; the next job and the server's end stop it.
  private void compact() {
    for (var table : TableName.values()) {
      try {
        if (runs.isEmpty()) {
          ports.tables().table(table).compact();
        }
      } catch (TableException e) {
        LOG.log(Level.FINE, e, () -> "table %s was not compacted".formatted(table.word()));
      }
    }
  }

  /// Goes on with what ran when the process ended. A job that a person stopped stays stopped.
  public synchronized void resume() {
    for (var job : ports.jobs().unfinished()) {
      if (job.state() != JobState.PAUSED_STOPPED) {
        launch(job, false);
      }
    }
  }

  /// The root's name: its folder's, with a number where another root has that.
  private String project(Path root) {
    var known = ports.manifest().projectAt(root.toString());
    if (known.isPresent()) {
      return known.get().name();
    }
    var folder = Optional.ofNullable(root.getFileName()).map(Path::toString).orElse("root");
    for (int n = 1; ; n++) {
      var name = n == 1 ? folder : folder + "-" + n;
      try {
        ports.manifest().addProject(new Project(name, root.toString()));
        return name;
      } catch (DuplicateRowException e) {
        var other = ports.manifest().projectAt(root.toString());
        if (other.isPresent()) {
          return other.get().name();
        }
      }
    }
  }

  /// A job as it stands, with how fast it goes.
  ///
  /// @param rate texts a second lately; 0 once it has ended
  /// @param resumesAt when it goes on, where it is paused until a known time
  public record Progressing(Job job, double rate, Optional<Instant> resumesAt) {
    /// One that has just begun, or has ended.
    public static Progressing still(Job job) {
      return new Progressing(job, 0, Optional.empty());
    }
  }

  /// The newest jobs, newest first.
  public List<Progressing> newest(int limit) {
    return ports.jobs().newest(limit).stream().map(this::live).toList();
  }

  /// The job of that id.
  public Optional<Progressing> find(String id) {
    return running(id).or(() -> ports.jobs().byId(id).map(this::live));
  }

  private Progressing live(Job stored) {
    return running(stored.id()).orElseGet(() -> Progressing.still(stored));
  }

  private Optional<Progressing> running(String id) {
    return Optional.ofNullable(runs.get(id))
        .map(IndexRun::board)
        .map(board -> new Progressing(board.job(), board.rate(), board.resumesAt()));
  }

  /// Chunks that a job gave up.
  public List<JobFailure> failures(String id, int limit) {
    return ports.jobs().failures(id, limit);
  }

  /// Files that a job left out.
  public List<JobSkip> skips(String id, int limit) {
    return ports.jobs().skips(id, limit);
  }

  /// Stops a running job after its present batch; nothing is lost.
  ///
  /// @return whether it ran
  public boolean stop(String id) {
    var run = runs.get(id);
    if (run != null) {
      run.stop();
    }
    return run != null;
  }

  /// What is on disk of a job's root against its manifest.
  ///
  /// @param missing rows that the manifest names and that have no vector on disk
  public record Verified(long expected, long stored, List<ManifestRow> missing) {}

  /// Recounts a job's rows on disk by id.
  public Verified verify(Job job) {
    var count = Recount.of(ports, job.project());
    return new Verified(count.expected(), count.stored(), count.missing());
  }

  /// Removes rows by path, in one project or in all: a maintenance verb, the manifest stays.
  ///
  /// @return how many went
  public int deleteRows(Optional<String> project, String glob) {
    int gone = 0;
    for (var known : ports.manifest().projects()) {
      if (project.isEmpty() || project.get().equals(known.name())) {
        for (var name : TableName.values()) {
          var table = ports.tables().table(name);
          gone += table.deletePaths(known.name(), glob);
          table.commit();
        }
      }
    }
    return gone;
  }

  /// Ends all runs after what has come back is written; they go on at the next start.
  @Override
  public void close() {
    var running = List.copyOf(runs.values());
    running.forEach(IndexRun::halt);
    running.forEach(run -> run.done().join());
  }

  @Override
  public Optional<Long> outstanding(TableName table) {
    var running = List.copyOf(runs.values());
    return running.isEmpty()
        ? Optional.empty()
        : Optional.of(
            running.stream()
                .map(run -> run.board().job().counts())
                .mapToLong(c -> Math.max(0, c.expected() - c.stored() - c.failed()))
                .sum());
  }
}
