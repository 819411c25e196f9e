package dev.interlock.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.core.gate.Vouched;
import dev.interlock.core.table.TableName;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A5: which rows nobody vouches for is known after a restart")
class WatchStoreTest {
  @TempDir private Path folder;
  private TestDatabase test;
  private WatchStore watches;

  @BeforeEach
  void open() {
    test = new TestDatabase(folder.resolve("interlock.db"));
    watches = new WatchStore(test.database);
  }

  @AfterEach
  void close() {
    test.close();
  }

  private void reopen() {
    close();
    open();
  }

  private static Watch watch(String route, long epoch, float... own) {
    var verdict = "code/%s/%d".formatted(route, epoch);
    return new Watch(
        route,
        TableName.CODE,
        "m" + epoch,
        verdict,
        epoch,
        new Vouched(List.of(0L, 0L)),
        List.of(own));
  }

  private Watch only() {
    var open = watches.open(TableName.CODE);
    assertThat(open).hasSize(1);
    return open.getFirst();
  }

  @Test
  void comesBackWhole() {
    watches.begin(watch("gpu", 3, 0.6f, 0.8f, -0f));
    watches.agreed("gpu", TableName.CODE, "code/gpu/3", new Vouched(List.of(4L, 12L)));
    reopen();
    var known = only();
    assertThat(known.route()).isEqualTo("gpu");
    assertThat(known.model()).isEqualTo("m3");
    assertThat(known.verdict()).isEqualTo("code/gpu/3");
    assertThat(known.epoch()).isEqualTo(3);
    assertThat(known.vouched().agreed()).containsExactly(4L, 12L);
    assertThat(known.own()).hasSize(1);
    assertThat(known.own().getFirst()).containsExactly(0.6f, 0.8f, -0f);
    assertThat(Float.floatToRawIntBits(known.own().getFirst()[2]))
        .isEqualTo(Float.floatToRawIntBits(-0f));
    assertThat(watches.open(TableName.DOCS)).isEmpty();
  }

  @Test
  void theNewestAdmissionIsWatched() {
    watches.begin(watch("gpu", 3, 1, 0));
    watches.begin(watch("gpu", 5, 0, 1, 0));
    watches.begin(watch("gpu", 4, 1, 0));
    assertThat(only().model()).isEqualTo("m5");
    assertThat(only().verdict()).isEqualTo("code/gpu/5");
    assertThat(only().own().getFirst()).containsExactly(0, 1, 0);
  }

  @Test
  void aCheckOfAnotherVerdictVouchesForNothing() {
    watches.begin(watch("gpu", 5, 1, 0));
    watches.agreed("gpu", TableName.CODE, "code/gpu/3", new Vouched(List.of(9L, 9L)));
    watches.end("gpu", TableName.CODE, "code/gpu/3");
    assertThat(only().vouched().agreed()).containsExactly(0L, 0L);
  }

  @Test
  void anEndedOneStaysEndedUntilTheNextAdmission() {
    watches.begin(watch("gpu", 3, 1, 0));
    watches.begin(watch("cpu", 3, 1, 0));
    watches.end("gpu", TableName.CODE, "code/gpu/3");
    watches.agreed("gpu", TableName.CODE, "code/gpu/3", new Vouched(List.of(9L, 9L)));
    assertThat(only().route()).isEqualTo("cpu");
    watches.begin(watch("gpu", 4, 1, 0));
    assertThat(watches.open(TableName.CODE)).hasSize(2);
  }

  @Test
  void unfitVectorsAreRefused() {
    var vouched = new Vouched(List.of());
    assertThatThrownBy(() -> new Watch("gpu", TableName.CODE, "m", "v", 1, vouched, List.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () ->
                new Watch(
                    "gpu",
                    TableName.CODE,
                    "m",
                    "v",
                    1,
                    vouched,
                    List.of(new float[2], new float[3])))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("widths");
  }
}
