package dev.interlock.server.jobs;

import dev.interlock.core.embed.Fault;
import dev.interlock.core.table.Provenance;
import java.util.List;

/// One text of a job in its role's queue. Chunks of equal text share it and are embedded once.
///
/// An item is itself and no other, however equal the texts: not a record.
final class BulkItem {
  private final List<String> chunkIds;
  private final String text;
  private final Sink job;

  /// @param chunkIds the rows that wait for its vector
  /// @param text as the encoder shall see it
  /// @param job who is told
  BulkItem(List<String> chunkIds, String text, Sink job) {
    this.chunkIds = List.copyOf(chunkIds);
    this.text = text;
    this.job = job;
  }

  List<String> chunkIds() {
    return chunkIds;
  }

  String text() {
    return text;
  }

  Sink job() {
    return job;
  }

  /// The job's end of the queue. Thread: any; must not block.
  interface Sink {
    /// Id of the job, for the rows' provenance.
    String id();

    /// Name of the root, for the ledger.
    String project();

    /// Whether it has left: nobody waits for its texts any more.
    boolean gone();

    void embedded(BulkItem item, float[] unit, Provenance provenance);

    void failed(BulkItem item, Fault fault, String message);
  }
}
