package dev.interlock.encoder;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.FloatBuffer;
import org.junit.jupiter.api.Test;

class PoolingTest {

  @Test
  void meanOfTheRowsHasLengthOne() {
    var rows = FloatBuffer.wrap(new float[] {6, 0, 0, 8});

    assertThat(Pooling.MEAN.pooled(rows, 2)).containsExactly(0.6f, 0.8f);
  }

  @Test
  void everyRowCountsAlike() {
    var rows = FloatBuffer.wrap(new float[] {1, 0, 1, 0, 1, 4});

    assertThat(Pooling.MEAN.pooled(rows, 2)).containsExactly(0.6f, 0.8f);
  }

  @Test
  void theFirstRowAloneCounts() {
    var rows = FloatBuffer.wrap(new float[] {3, 4, 100, -7});

    assertThat(Pooling.FIRST.pooled(rows, 2)).containsExactly(0.6f, 0.8f);
  }

  @Test
  void eachModelHasItsMakersRecipe() {
    assertThat(new ModelFiles("bge-small-en-v1.5-q").pooling()).isEqualTo(Pooling.FIRST);
    assertThat(new ModelFiles("e5-small-v2").pooling()).isEqualTo(Pooling.MEAN);
    assertThat(new ModelFiles(EmbeddedEncoder.MODEL).pooling()).isEqualTo(Pooling.MEAN);
  }
}
