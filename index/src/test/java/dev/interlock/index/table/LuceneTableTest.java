package dev.interlock.index.table;

import dev.interlock.core.table.TableName;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

final class LuceneTableTest extends TableContractTest {
  @TempDir Path folder;

  private final List<Tables> open = new ArrayList<>();

  @Override
  Table open(TableName name) {
    if (open.isEmpty()) {
      open.add(Tables.open(folder));
    }
    return open.getFirst().table(name);
  }

  @Override
  void close() {
    open.forEach(Tables::close);
    open.clear();
  }
}
