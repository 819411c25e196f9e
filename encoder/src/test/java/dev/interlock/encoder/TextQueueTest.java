package dev.interlock.encoder;

import static dev.interlock.core.embed.Urgency.BULK;
import static dev.interlock.core.embed.Urgency.INTERACTIVE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.embed.Fault;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class TextQueueTest {
  private final TextQueue queue = new TextQueue();

  @Test
  void bulkTextsKeepTheirOrder() {
    queue.offer(call("a1", "a2"), BULK);
    queue.offer(call("b1"), BULK);

    assertThat(take(3)).containsExactly("a1", "a2", "b1");
  }

  @Test
  void queryGoesBeforeBulkTextsOfACallUnderWay() {
    queue.offer(call("a1", "a2", "a3"), BULK);
    assertThat(take(1)).containsExactly("a1");

    queue.offer(call("q1", "q2"), INTERACTIVE);
    queue.offer(call("r1"), INTERACTIVE);

    assertThat(take(5)).containsExactly("q1", "q2", "r1", "a2", "a3");
  }

  @Test
  void textsOfAnEndedCallArePassedOver() {
    EmbedCall ended = call("a1", "a2", "a3");
    queue.offer(ended, BULK);
    queue.offer(call("b1"), BULK);
    assertThat(take(1)).containsExactly("a1");

    ended.fail(Fault.TOO_LONG, "a1 is too long");

    assertThat(take(1)).containsExactly("b1");
  }

  @Test
  void fullQueueOfOneKindStillTakesTheOther() {
    for (int i = 0; i < TextQueue.CAPACITY; i++) {
      assertThat(queue.offer(call("a"), BULK)).isEqualTo(TextQueue.Offer.TAKEN);
    }

    assertThat(queue.offer(call("b"), BULK)).isEqualTo(TextQueue.Offer.FULL);
    assertThat(queue.offer(call("q"), INTERACTIVE)).isEqualTo(TextQueue.Offer.TAKEN);
  }

  @Test
  void endedCallsMakeRoomInAFullQueue() {
    List<EmbedCall> calls =
        IntStream.range(0, TextQueue.CAPACITY).mapToObj(_ -> call("a")).toList();
    calls.forEach(call -> queue.offer(call, BULK));
    calls.getLast().fail(Fault.TIMEOUT, "its caller went away");

    assertThat(queue.offer(call("b"), BULK)).isEqualTo(TextQueue.Offer.TAKEN);
    assertThat(queue.waiting(BULK)).isEqualTo(TextQueue.CAPACITY);
  }

  @Test
  @DisplayName("a call whose last text is under way is no longer the queue's to end")
  void closeHandsOutOnlyCallsWithTextsWaiting() {
    EmbedCall underWay = call("a1");
    EmbedCall waiting = call("b1");
    queue.offer(underWay, BULK);
    queue.offer(waiting, BULK);
    assertThat(take(1)).containsExactly("a1");

    assertThat(queue.close()).containsExactly(waiting);
  }

  @Test
  void closedQueueGivesAndTakesNothing() {
    queue.offer(call("a1"), BULK);
    queue.close();

    assertThat(queue.take()).isEmpty();
    assertThat(queue.offer(call("b1"), BULK)).isEqualTo(TextQueue.Offer.CLOSED);
  }

  private static EmbedCall call(String... texts) {
    return new EmbedCall(List.of(texts), "model");
  }

  private List<String> take(int count) {
    return IntStream.range(0, count).mapToObj(_ -> queue.take().orElseThrow().text()).toList();
  }
}
