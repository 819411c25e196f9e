package dev.interlock.encoder;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.FloatBuffer;
import org.junit.jupiter.api.Test;

class PoolingTest {

  @Test
  void meanOfTheRowsHasLengthOne() {
    var rows = FloatBuffer.wrap(new float[] {6, 0, 0, 8});

    assertThat(Pooling.mean(rows, 2)).containsExactly(0.6f, 0.8f);
  }

  @Test
  void everyRowCountsAlike() {
    var rows = FloatBuffer.wrap(new float[] {1, 0, 1, 0, 1, 4});

    assertThat(Pooling.mean(rows, 2)).containsExactly(0.6f, 0.8f);
  }
}
