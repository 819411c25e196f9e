package dev.interlock.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.core.job.JobState;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobStoreTest {
  private static final Instant AT = Instant.parse("2026-11-30T08:09:10.123456789Z");

  @TempDir private Path folder;
  private final Queue<String> ids = new ArrayDeque<>();
  private TestDatabase test;
  private JobStore jobs;

  @BeforeEach
  void open() {
    ids.clear();
    IntStream.range(1, 1_000).mapToObj(i -> "j%03d".formatted(i)).forEach(ids::add);
    test = new TestDatabase(folder.resolve("interlock.db"));
    jobs = new JobStore(test.database, ids::remove);
  }

  @AfterEach
  void close() {
    test.close();
  }

  @Test
  void freshJobRuns() {
    var created = jobs.create(new NewJob("/src/é", "é", AT));
    assertThat(created.fresh()).isTrue();
    assertThat(created.job())
        .isEqualTo(
            new Job(
                "j001",
                "/src/é",
                "é",
                JobState.RUNNING,
                "",
                "",
                JobCounts.NONE,
                Map.of(),
                AT,
                AT,
                Optional.empty()));
    assertThat(jobs.byId("j001")).contains(created.job());
    assertThat(jobs.running("/src/é")).contains(created.job());
    assertThat(jobs.byId("j002")).isEmpty();
  }

  @Test
  @DisplayName("C95: thirteen starts of one root at once make one job")
  void manyStartsMakeOneJob() throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Callable<JobStore.Created> start = () -> jobs.create(new NewJob("/src", "src", AT));
      var started = threads.invokeAll(Stream.generate(() -> start).limit(13).toList());
      int fresh = 0;
      for (var each : started) {
        assertThat(each.get().job().id()).isEqualTo("j001");
        fresh += each.get().fresh() ? 1 : 0;
      }
      assertThat(fresh).isEqualTo(1);
    }
    assertThat(jobs.newest(10)).hasSize(1);
  }

  @Test
  void takenIdIsAskedForAgain() {
    jobs.create(new NewJob("/a", "a", AT));
    ids.clear();
    ids.addAll(List.of("j001", "j001", "j777"));
    assertThat(jobs.create(new NewJob("/b", "b", AT)).job().id()).isEqualTo("j777");
  }

  @Test
  void updateChangesAllThatMayChange() {
    var job = jobs.create(new NewJob("/a", "a", AT)).job();
    var after = changed(job, JobState.COMPLETED_WITH_FAILURES, Optional.of(AT.plusNanos(1)));
    jobs.update(after);
    close();
    open();
    assertThat(jobs.byId(job.id())).contains(after);
    assertThat(jobs.running("/a")).isEmpty();
  }

  @Test
  void laterUpdatesKeepTheirOrder() throws InterruptedException {
    var job = jobs.create(new NewJob("/a", "a", AT)).job();
    var release = test.holdLane();
    jobs.updateLater(changed(job, JobState.PAUSED_NO_PROVIDER, Optional.empty()));
    jobs.updateLater(changed(job, JobState.RUNNING, Optional.empty()));
    release.countDown();
    test.database.flush();
    assertThat(jobs.byId(job.id()).orElseThrow().state()).isEqualTo(JobState.RUNNING);
  }

  @Test
  void unknownJobIsNotUpdated() {
    var job = jobs.create(new NewJob("/a", "a", AT)).job();
    var unknown =
        new Job(
            "j999",
            "/a",
            "a",
            JobState.FAILED,
            "",
            "",
            JobCounts.NONE,
            Map.of(),
            AT,
            AT,
            Optional.empty());
    assertThatThrownBy(() -> jobs.update(unknown))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("j999");
    assertThatThrownBy(() -> jobs.addSkips("j999", List.of(new JobSkip("a", "binary", 1))))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(jobs.newest(9)).containsExactly(job);
  }

  @Test
  void pausedJobCantRunBesideAnother() {
    var paused = jobs.create(new NewJob("/a", "a", AT)).job();
    jobs.update(changed(paused, JobState.PAUSED_STOPPED, Optional.empty()));
    assertThat(jobs.create(new NewJob("/a", "a", AT)).fresh()).isTrue();
    assertThatThrownBy(() -> jobs.update(changed(paused, JobState.RUNNING, Optional.empty())))
        .isInstanceOf(DuplicateRowException.class);
    assertThat(jobs.byId(paused.id()).orElseThrow().state()).isEqualTo(JobState.PAUSED_STOPPED);
  }

  @Test
  void newestComesFirst() {
    for (var root : List.of("/a", "/b", "/c")) {
      jobs.create(new NewJob(root, root, AT));
    }
    assertThat(jobs.newest(2)).extracting(Job::root).containsExactly("/c", "/b");
  }

  @Test
  void unfinishedAreThoseNotEnded() {
    for (var state : JobState.values()) {
      var job = jobs.create(new NewJob("/" + state.word(), "p", AT)).job();
      jobs.update(changed(job, state, Optional.empty()));
    }
    close();
    open();
    assertThat(jobs.unfinished())
        .extracting(Job::state)
        .containsExactly(
            JobState.RUNNING,
            JobState.PAUSED_NO_PROVIDER,
            JobState.PAUSED_NO_CREDIT,
            JobState.PAUSED_UNTIL,
            JobState.PAUSED_STOPPED);
  }

  @Test
  void failuresAreNamedAndTakenBack() {
    var job = jobs.create(new NewJob("/a", "a", AT)).job().id();
    var other = jobs.create(new NewJob("/b", "b", AT)).job().id();
    var first = new JobFailure("c1", "a.java", 1, 9, "upstream_zero_vector", "zero");
    var second = new JobFailure("c2", "a.java", 10, 19, "upstream_too_long", "long");
    var third = new JobFailure("c3", "Ü.java", 1, 2, "upstream_refused", "no");
    jobs.addFailures(job, List.of(third, second, first));
    jobs.addFailures(other, List.of(first));
    assertThat(jobs.failures(job, 10)).containsExactly(first, second, third);
    assertThat(jobs.failures(job, 2)).containsExactly(first, second);
    var again = new JobFailure("c1", "a.java", 1, 9, "upstream_refused", "twice");
    jobs.addFailures(job, List.of(again));
    assertThat(jobs.failures(job, 10)).containsExactly(again, second, third);
    assertThat(jobs.failures(other, 10)).containsExactly(first);
  }

  @Test
  void skipsAreNamed() {
    var job = jobs.create(new NewJob("/a", "a", AT)).job().id();
    var binary = new JobSkip("b.png", "binary", 1L << 40);
    var huge = new JobSkip("a.txt", "huge", 7);
    jobs.addSkips(job, List.of(binary, huge));
    assertThat(jobs.skips(job, 10)).containsExactly(huge, binary);
    assertThat(jobs.skips(job, 1)).containsExactly(huge);
  }

  @Test
  void detailsOfOldJobsGo() {
    var old = jobs.create(new NewJob("/old", "old", AT)).job();
    jobs.addSkips(old.id(), List.of(new JobSkip("a", "binary", 1)));
    jobs.addFailures(old.id(), List.of(new JobFailure("c", "a", 1, 1, "code", "")));
    for (int i = 1; i < JobStore.DETAILED; i++) {
      jobs.create(new NewJob("/" + i, "p", AT));
    }
    assertThat(jobs.skips(old.id(), 1)).hasSize(1);
    jobs.create(new NewJob("/last", "p", AT));
    assertThat(jobs.skips(old.id(), 1)).isEmpty();
    assertThat(jobs.failures(old.id(), 1)).isEmpty();
    assertThat(jobs.byId(old.id())).contains(old);
  }

  private static Job changed(Job job, JobState state, Optional<Instant> ended) {
    return new Job(
        job.id(),
        job.root(),
        job.project(),
        state,
        "embedding",
        "because",
        new JobCounts(1, 2, 3, 4, 5, 6, 7),
        Map.of("embedded", 6L, "gpu 1", 7L),
        job.startedAt(),
        AT.plusSeconds(60),
        ended);
  }
}
