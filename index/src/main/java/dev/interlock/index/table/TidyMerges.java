package dev.interlock.index.table;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.lucene.index.FilterMergePolicy;
import org.apache.lucene.index.MergePolicy;
import org.apache.lucene.index.SegmentCommitInfo;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.index.TieredMergePolicy;

/// Lucene's own choice of merges, which knows those that only tidy, so that they can be given up.
///
/// Thread: any.
final class TidyMerges extends FilterMergePolicy {
  private final Set<MergePolicy.OneMerge> tidying = ConcurrentHashMap.newKeySet();

  TidyMerges() {
    super(new TieredMergePolicy());
  }

  @Override
  public MergeSpecification findForcedMerges(
      SegmentInfos segments,
      int most,
      Map<SegmentCommitInfo, Boolean> toMerge,
      MergePolicy.MergeContext context)
      throws IOException {
    var found = super.findForcedMerges(segments, most, toMerge, context);
    if (found != null) {
      tidying.addAll(found.merges);
    }
    return found;
  }

  /// Lets those under way end soon, undone; does nothing to those that are done.
  void giveUp() {
    tidying.forEach(OneMerge::setAborted);
  }

  /// No tidying is under way any more.
  void over() {
    tidying.clear();
  }
}
