package dev.interlock.it.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;

final class FibersTest {
  private final List<String> said = new ArrayList<>();

  @Test
  void runOneAfterTheOtherInTheirOrder() {
    var fibers = new Fibers(() -> {});
    var cell = fibers.new Cell<String>();
    fibers.execute(() -> said.add("first " + cell.await()));
    fibers.execute(() -> said.add("second"));
    assertThat(said).isEmpty();
    fibers.settle();
    assertThat(said).containsExactly("second");
    cell.put("went on");
    fibers.settle();
    assertThat(said).containsExactly("second", "first went on");
  }

  @Test
  void locksOfTheHouseWorkAsTheyAre() {
    var fibers = new Fibers(() -> {});
    var place = new Semaphore(1);
    var held = fibers.new Cell<String>();
    for (var name : List.of("a", "b", "c")) {
      fibers.execute(
          () -> {
            place.acquireUninterruptibly();
            said.add(name + " " + held.await());
            place.release();
          });
    }
    fibers.settle();
    assertThat(said).isEmpty();
    held.put("in turn");
    fibers.settle();
    assertThat(said).containsExactly("a in turn", "b in turn", "c in turn");
  }

  @Test
  void whatAThreadOfTheDiskWakesGoesOnOnceTheDiskIsQuiet() {
    var written = new CompletableFuture<String>();
    var fibers =
        new Fibers(
            () -> {
              var disk = Thread.ofPlatform().start(() -> written.complete("written"));
              try {
                disk.join();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    fibers.execute(() -> said.add(written.join()));
    fibers.settle();
    assertThat(said).containsExactly("written");
  }

  @Test
  void nothingGoesOnAfterAKill() {
    var fibers = new Fibers(() -> {});
    fibers.execute(() -> said.add("never"));
    fibers.close();
    fibers.execute(() -> said.add("never"));
    fibers.settle();
    assertThat(said).isEmpty();
  }
}
