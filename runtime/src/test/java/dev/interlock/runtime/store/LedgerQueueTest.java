package dev.interlock.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.ledger.Attempt;
import dev.interlock.testkit.ManualTime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LedgerQueueTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final int FEW = 3;

  private final ManualTime time = new ManualTime();
  private final Queue<Runnable> tasks = new ArrayDeque<>();
  private final List<Integer> works = new ArrayList<>();
  private boolean elsewhere;
  private final LedgerQueue queue =
      new LedgerQueue(
          new LedgerQueue.Threads(this::execute, time),
          new LedgerQueue.Sink() {
            @Override
            public boolean more() {
              return false;
            }

            @Override
            public void write(List<Attempt> rows) {
              works.add(rows.size());
            }
          });

  private void execute(Runnable task) {
    if (elsewhere) {
      Thread.startVirtualThread(task);
    } else {
      tasks.add(task);
    }
  }

  private void note(int rows) {
    for (int i = 0; i < rows; i++) {
      queue.note(LedgerStoreTest.attempt("r" + i, 1, time.now()));
    }
  }

  private void runTasks() {
    while (!tasks.isEmpty()) {
      tasks.remove().run();
    }
  }

  @Test
  @DisplayName("B8: a row that comes alone is written as it comes")
  void rowsFarApartAreWrittenAtOnce() {
    for (int i = 0; i < 2; i++) {
      note(1);
      runTasks();
      time.advance(LedgerQueue.REST);
      runTasks();
    }

    note(1);
    runTasks();

    assertThat(works).containsExactly(1, 1, 1);
  }

  @Test
  @DisplayName("B8: after each work the writer rests, so that more rows share a commit")
  void workIsFollowedByRest() {
    note(FEW);
    runTasks();
    note(2);
    runTasks();
    note(3);
    runTasks();
    assertThat(works).as("while it rests").containsExactly(FEW);

    time.advance(LedgerQueue.REST);
    runTasks();

    assertThat(works).containsExactly(FEW, 5);
  }

  @Test
  @DisplayName("B8: who asks for rows does not wait for the rest to end")
  void askingEndsTheRest() {
    note(FEW);
    runTasks();
    note(1);
    elsewhere = true;

    var asking = CompletableFuture.runAsync(queue::awaitWritten, Thread::startVirtualThread);

    assertThat(asking).succeedsWithin(PATIENCE);
    assertThat(works).containsExactly(FEW, 1);
  }

  @Test
  @DisplayName("B8: rows that fill a work are followed by the next at once")
  void fullWorkIsNotFollowedByRest() {
    note(LedgerQueue.BATCH + 1);
    runTasks();

    assertThat(works).containsExactly(LedgerQueue.BATCH, 1);
  }

  @Test
  @DisplayName("B8: closing writes all that waited while the writer rested")
  void closeEndsTheRest() {
    note(FEW);
    runTasks();
    note(LedgerQueue.BATCH + FEW);

    queue.close();

    assertThat(works).containsExactly(FEW, LedgerQueue.BATCH, FEW);
    assertThat(queue.dropped()).isZero();
  }
}
