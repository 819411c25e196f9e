package dev.interlock.encoder;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.embed.EmbedOutcome;
import dev.interlock.core.embed.Fault;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class EmbedCallTest {

  @Test
  void vectorsStandInTheOrderOfTheTexts() {
    var call = new EmbedCall(List.of("a", "b"), "model");
    EmbedCall.Turn first = call.next().orElseThrow();
    EmbedCall.Turn second = call.next().orElseThrow();

    second.end(new Encoded.Vector(new float[] {2}, 20));
    first.end(new Encoded.Vector(new float[] {1}, 3));

    var answered = (EmbedOutcome.Answered) call.await();
    assertThat(answered.vectors()).containsExactly(new float[] {1}, new float[] {2});
    assertThat(answered.model()).isEqualTo(Optional.of("model"));
    assertThat(answered.promptTokens()).isEqualTo(OptionalLong.of(23));
  }

  @Test
  void tooLongTextNamesItsPlaceAndBothNumbers() {
    var call = new EmbedCall(List.of("a", "b", "c"), "model");
    assertThat(call.next()).isPresent();

    call.next().orElseThrow().end(new Encoded.TooLong(511));

    assertThat(call.await())
        .isEqualTo(
            new EmbedOutcome.Failed(
                Fault.TOO_LONG,
                OptionalInt.empty(),
                "text 2 of 3 has 511 tokens, the embedded encoder takes at most 510"));
    assertThat(call.next()).isEmpty();
  }

  @Test
  void firstFailureStays() {
    var call = new EmbedCall(List.of("a", "b"), "model");
    EmbedCall.Turn first = call.next().orElseThrow();
    EmbedCall.Turn second = call.next().orElseThrow();

    first.end(new Encoded.Broken("no"));
    second.end(new Encoded.TooLong(600));

    assertThat(call.await())
        .isEqualTo(
            new EmbedOutcome.Failed(
                Fault.ENGINE_ERROR, OptionalInt.empty(), "the embedded encoder failed: no"));
  }

  @Test
  void interruptedCallerLeavesAndKeepsItsInterrupt() {
    var call = new EmbedCall(List.of("a"), "model");
    Thread.currentThread().interrupt();

    EmbedOutcome outcome = call.await();

    assertThat(Thread.interrupted()).isTrue();
    assertThat(((EmbedOutcome.Failed) outcome).fault()).isEqualTo(Fault.TIMEOUT);
    assertThat(call.hasNext()).isFalse();
  }
}
