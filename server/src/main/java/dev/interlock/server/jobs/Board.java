package dev.interlock.server.jobs;

import dev.interlock.core.job.JobState;
import dev.interlock.core.time.Ticker;
import dev.interlock.core.time.WallClock;
import dev.interlock.runtime.store.Job;
import dev.interlock.runtime.store.JobCounts;
import dev.interlock.runtime.store.JobStore;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Where a running job stands, for its own thread to write and for everybody to read.
///
/// Changes of state are durable before they can be seen; figures are written at most once a second.
/// Thread: any.
final class Board {
  /// The phase in which texts are out.
  static final String EMBEDDING = "embedding";

  private static final Logger LOG = Logger.getLogger(Board.class.getName());
  private static final String HALTED = "the server ended; the job goes on at its next start";
  private static final String CUT = "went on after a sudden end of the server";
  private static final long SAVE_NANOS = 1_000_000_000L;

  private final JobStore store;
  private final WallClock wall;
  private final Ticker ticker;
  private final RateMeter rate = new RateMeter();
  private Optional<Instant> resumesAt = Optional.empty();
  private Job job;
  private String note;
  private long savedAt;

  Board(JobStore store, JobPorts.Clocks clocks, Job job) {
    this.store = store;
    this.wall = clocks.wall();
    this.ticker = clocks.ticker();
    this.job = job;
    this.savedAt = ticker.nanos();
    this.note = cut(job) ? CUT : "";
  }

  /// Whether the last run of it ended suddenly, with texts out.
  private static boolean cut(Job job) {
    return job.reason().startsWith(CUT)
        || (job.phase().equals(EMBEDDING) && !job.reason().equals(HALTED));
  }

  synchronized Job job() {
    return job;
  }

  /// Texts a second, lately.
  synchronized double rate() {
    return rate.perSecond(ticker.nanos());
  }

  /// A run begins, perhaps of a job that was interrupted: its figures are counted anew.
  synchronized void begin() {
    job = withRoutes(Map.of());
    job = with(JobState.RUNNING, "reading", note, JobCounts.NONE, Optional.empty());
    store.update(job);
  }

  /// What it does from now on, durably: by its phase the next start knows what a sudden end cost.
  synchronized void phase(String phase) {
    job = with(job.state(), phase, job.reason(), job.counts(), Optional.empty());
    store.update(job);
  }

  /// Says what a sudden end of the last run cost, if it had one.
  ///
  /// @param most texts without a vector that may have been out
  synchronized void embedsAgain(long most) {
    if (!note.isEmpty()) {
      note = "%s: at most %d texts are embedded again".formatted(CUT, most);
      LOG.warning(() -> "job %s %s".formatted(job.id(), note));
    }
  }

  synchronized void running() {
    resumesAt = Optional.empty();
    state(JobState.RUNNING, note);
  }

  /// Nobody works on it for a while.
  synchronized void paused(Standstill why) {
    resumesAt = why.resumesAt();
    state(why.state(), why.reason());
  }

  /// When it goes on, where that is known; forgotten with the process, since it is found out again.
  synchronized Optional<Instant> resumesAt() {
    return job.state() == JobState.PAUSED_UNTIL ? resumesAt : Optional.empty();
  }

  /// A state that goes on: running or paused.
  private void state(JobState state, String reason) {
    if (job.state() == state && job.reason().equals(reason)) {
      return;
    }
    job = with(state, job.phase(), reason, job.counts(), Optional.empty());
    store.update(job);
  }

  /// The server ends in good order, and nothing that came back is lost.
  synchronized void halted() {
    state(job.state(), HALTED);
  }

  /// The end. What is said here is durable and was counted before.
  synchronized void end(JobState state, String why) {
    var reason = Stream.of(why, note).filter(s -> !s.isEmpty()).collect(Collectors.joining("; "));
    var ended = with(state, "", reason, job.counts(), Optional.of(wall.now()));
    store.update(ended);
    job = ended;
  }

  synchronized void counts(UnaryOperator<JobCounts> change) {
    job = with(job.state(), job.phase(), job.reason(), change.apply(job.counts()), job.endedAt());
    long now = ticker.nanos();
    if (now - savedAt >= SAVE_NANOS) {
      savedAt = now;
      store.updateLater(job);
    }
  }

  synchronized void embeddedBy(String route, int texts) {
    rate.add(ticker.nanos(), texts);
    var routes = new LinkedHashMap<>(job.runBy());
    routes.merge(route, (long) texts, Long::sum);
    job = withRoutes(routes);
  }

  private Job with(
      JobState state, String phase, String reason, JobCounts counts, Optional<Instant> end) {
    return new Job(
        job.id(),
        job.root(),
        job.project(),
        state,
        phase,
        reason,
        counts,
        job.runBy(),
        job.startedAt(),
        wall.now(),
        end);
  }

  private Job withRoutes(Map<String, Long> routes) {
    return new Job(
        job.id(),
        job.root(),
        job.project(),
        job.state(),
        job.phase(),
        job.reason(),
        job.counts(),
        routes,
        job.startedAt(),
        job.updatedAt(),
        job.endedAt());
  }
}
