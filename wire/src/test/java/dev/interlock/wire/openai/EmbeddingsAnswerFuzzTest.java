package dev.interlock.wire.openai;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.interlock.wire.openai.EmbeddingsAnswer.Asked;
import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/// Damaged bodies of every kind end in a value, never in an exception. Rerun one by its seed.
final class EmbeddingsAnswerFuzzTest {
  private static final int ROUNDS = 20_000;

  private static final List<String> SEEDS =
      List.of(
          "{\"object\":\"list\",\"data\":[{\"object\":\"embedding\",\"index\":0,\"embedding\":[0.1,-2e3]}"
              + ",{\"index\":1,\"embedding\":\"AACAPwAAAMA=\"}],\"model\":\"m\",\"usage\":{\"prompt_tokens\":3}}",
          "{\"data\":[{\"embedding\":[[1,null]]}],\"error\":null}",
          "{\"error\":{\"message\":\"no\",\"code\":[{\"a\":1}]}}",
          "[{\"error\":{\"message\":\"no\"}}]",
          "{\"model\":\"m\",\"input\":[\"a\",\"\\ud83d\\ude00\"],\"dimensions\":4,\"encoding_format\":\"float\"}");

  private static final List<String> PIECES =
      List.of(
          "{",
          "}",
          "[",
          "]",
          "\"",
          ",",
          ":",
          "null",
          "1e999",
          "-",
          "\\ud83d",
          "NaN",
          "0.",
          "\"data\":",
          "\"embedding\":",
          "\"index\":",
          "\"input\":",
          "\uFEFF",
          "\u0000",
          "é",
          "<b>");

  @Test
  void damagedBodiesEndInAValue() {
    for (long seed = 0; seed < ROUNDS; seed++) {
      byte[] body = damaged(new SplittableRandom(seed));
      try {
        var asked = new Asked(2, seed % 2 == 0 ? OptionalInt.of(1) : OptionalInt.empty());
        assertThat(EmbeddingsAnswer.decode(body, asked)).isNotNull();
        assertThat(ErrorBody.message(body).length()).isLessThanOrEqualTo(ErrorBody.MAX_LENGTH);
        assertThat(EmbeddingsCall.parse(body)).isNotNull();
      } catch (RuntimeException e) {
        fail("seed %d, body %s".formatted(seed, new String(body, UTF_8)), e);
      }
    }
  }

  private static byte[] damaged(RandomGenerator random) {
    var body = new StringBuilder(SEEDS.get(random.nextInt(SEEDS.size())));
    int edits = 1 + random.nextInt(4);
    for (int i = 0; i < edits; i++) {
      int at = random.nextInt(body.length() + 1);
      switch (random.nextInt(3)) {
        case 0 -> body.setLength(at);
        case 1 -> body.insert(at, PIECES.get(random.nextInt(PIECES.size())));
        default -> body.delete(at, Math.min(body.length(), at + 1 + random.nextInt(5)));
      }
    }
    byte[] bytes = body.toString().getBytes(UTF_8);
    if (bytes.length > 0 && random.nextInt(3) == 0) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
    }
    return bytes;
  }
}
