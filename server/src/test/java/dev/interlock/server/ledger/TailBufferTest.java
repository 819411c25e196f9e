package dev.interlock.server.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.answer.CheckStrength;
import dev.interlock.core.ledger.Asker;
import dev.interlock.core.ledger.Attempt;
import dev.interlock.core.ledger.AttemptKind;
import dev.interlock.core.ledger.Decision;
import dev.interlock.core.ledger.Ending;
import dev.interlock.core.ledger.Errand;
import dev.interlock.core.ledger.Names;
import dev.interlock.core.ledger.Span;
import dev.interlock.core.ledger.Volume;
import dev.interlock.server.ledger.TailBuffer.Item;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class TailBufferTest {
  private final TailBuffer buffer = new TailBuffer();

  private static Attempt attempt(int number) {
    return new Attempt(
        new Errand(
            "req_00000000",
            AttemptKind.EMBED,
            new Asker(Asker.LOCAL, Optional.empty(), Optional.empty())),
        number,
        new Attempt.Way(Optional.empty(), Optional.empty(), Decision.PRIMARY),
        new Names("m", Optional.empty(), Optional.empty(), CheckStrength.NONE),
        new Attempt.Result(Ending.ANSWERED, OptionalInt.empty(), ""),
        Volume.NONE,
        new Span(Instant.EPOCH, OptionalLong.empty(), 0),
        Optional.empty());
  }

  private int number() throws InterruptedException {
    return ((Item.Ended) buffer.take()).attempt().number();
  }

  @Test
  void readerWhoKeepsUpMissesNothing() throws InterruptedException {
    for (int i = 1; i <= 3 * TailBuffer.BOUND; i++) {
      buffer.add(attempt(i));
      assertThat(number()).isEqualTo(i);
    }
  }

  @Test
  void slowReaderIsToldHowManyWereMissedAndWhere() throws InterruptedException {
    for (int i = 1; i <= TailBuffer.BOUND + 7; i++) {
      buffer.add(attempt(i));
    }
    assertThat(number()).isEqualTo(1);
    assertThat(number()).isEqualTo(2);
    buffer.add(attempt(2_000));
    for (int i = 3; i <= TailBuffer.BOUND; i++) {
      assertThat(number()).isEqualTo(i);
    }
    assertThat(buffer.take()).isEqualTo(new Item.Gap(7));
    assertThat(number()).isEqualTo(2_000);
  }

  @Test
  void endWakesTheReader() throws InterruptedException {
    var reader = Thread.ofVirtual().unstarted(this::read);
    reader.start();
    buffer.end();
    reader.join();
    assertThat(buffer.take()).isEqualTo(new Item.Over());
  }

  private void read() {
    try {
      var _ = buffer.take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
