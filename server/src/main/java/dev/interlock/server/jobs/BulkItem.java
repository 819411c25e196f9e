package dev.interlock.server.jobs;

import dev.interlock.core.embed.Fault;
import dev.interlock.core.table.Provenance;
import java.util.List;

/// One text of a job in its role's queue. Chunks of equal text share it and are embedded once.
///
/// An item is itself and no other, however equal the texts: not a record.
public final class BulkItem {
  private final List<String> chunkIds;
  private final String text;
  private final Sink job;

  /// @param chunkIds the rows that wait for its vector
  /// @param text as the encoder shall see it
  /// @param job who is told
  public BulkItem(List<String> chunkIds, String text, Sink job) {
    this.chunkIds = List.copyOf(chunkIds);
    this.text = text;
    this.job = job;
  }

  /// The rows that wait for its vector.
  public List<String> chunkIds() {
    return chunkIds;
  }

  /// The text as the encoder shall see it.
  public String text() {
    return text;
  }

  /// Who is told.
  public Sink job() {
    return job;
  }

  /// The job's end of the queue. Thread: any; must not block.
  public interface Sink {
    /// Id of the job, for the rows' provenance.
    String id();

    /// Name of the root, for the ledger.
    String project();

    /// Whether it has left: nobody waits for its texts any more.
    boolean gone();

    /// It has a vector.
    void embedded(BulkItem item, float[] unit, Provenance provenance);

    /// It is given up.
    void failed(BulkItem item, Fault fault, String message);
  }
}
