package dev.interlock.runtime.egress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.embed.Urgency;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// Who may go in, and who goes first.
final class TurnstileTest {
  @Test
  void whoIsWaitedForGoesFirst() throws InterruptedException {
    var turnstile = new Turnstile();
    var order = Collections.synchronizedList(new ArrayList<String>());
    var inside = new CountDownLatch(1);
    var release = new CountDownLatch(1);
    var first =
        Thread.startVirtualThread(
            () ->
                turnstile.through(
                    Urgency.BULK,
                    1,
                    () -> {
                      inside.countDown();
                      await(release);
                      return 0;
                    }));
    inside.await();
    var threads = new ArrayList<Thread>(List.of(first));
    for (int i = 0; i < 5; i++) {
      threads.add(enter(turnstile, Urgency.BULK, "bulk", order));
    }
    threads.add(enter(turnstile, Urgency.INTERACTIVE, "person", order));
    while (turnstile.waiting() < 6) {
      Thread.onSpinWait();
    }
    release.countDown();
    for (var thread : threads) {
      thread.join();
    }
    assertThat(order).hasSize(6).startsWith("person");
  }

  @Test
  void neverMoreInsideThanAllowed() throws InterruptedException {
    var turnstile = new Turnstile();
    var inside = new AtomicInteger();
    var most = new AtomicInteger();
    var threads = new ArrayList<Thread>();
    for (int i = 0; i < 200; i++) {
      var urgency = i % 3 == 0 ? Urgency.INTERACTIVE : Urgency.BULK;
      threads.add(
          Thread.startVirtualThread(
              () ->
                  turnstile.through(
                      urgency,
                      3,
                      () -> {
                        most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                        Thread.onSpinWait();
                        return inside.decrementAndGet();
                      })));
    }
    for (var thread : threads) {
      thread.join();
    }
    assertThat(most.get()).isBetween(1, 3);
    assertThat(inside.get()).isZero();
  }

  private static Thread enter(
      Turnstile turnstile, Urgency urgency, String name, List<String> order) {
    return Thread.startVirtualThread(() -> turnstile.through(urgency, 1, () -> order.add(name)));
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
