package dev.interlock.runtime.store;

import dev.interlock.core.time.WallClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/// Gives out request ids from blocks that were reserved before.
///
/// Two blocks are reserved ahead of the one in use. Nobody ever waits for one: should a disk stall
/// for longer than two blocks last, ids are given from a block that was asked for and is not yet
/// durable, and that is counted. Even then no id is given twice while the clock does not go back
/// across a restart, since blocks are numbered by it.
///
/// Thread: any, event loops included.
final class RequestBlocks {
  private static final int AHEAD = 2;

  private final WallClock wall;
  private final Runnable wanted;
  private final Deque<RequestBlock> ahead = new ArrayDeque<>();
  private final List<RequestBlock> unreserved = new ArrayList<>();
  private final List<Spent> spent = new ArrayList<>();
  private volatile RequestBlock current;
  private long last;
  private long early;

  /// A block that is used up, and since when.
  record Spent(RequestBlock block, Instant since) {}

  /// @param first the least number that no block has had
  /// @param wanted told when a block is to be reserved; must not block
  RequestBlocks(long first, WallClock wall, Runnable wanted) {
    this.wall = wall;
    this.wanted = wanted;
    this.last = first - 1;
    this.current = more();
    for (int i = 0; i < AHEAD; i++) {
      ahead.add(more());
    }
  }

  private RequestBlock more() {
    last = Math.max(last + 1, RequestIds.blockAt(wall.now().getEpochSecond()));
    var block = new RequestBlock(last);
    unreserved.add(block);
    return block;
  }

  /// A fresh id.
  String next() {
    while (true) {
      var block = current;
      int place = block.take();
      if (place < RequestIds.BLOCK) {
        return RequestIds.text(block.number(), place);
      }
      turn(block);
    }
  }

  private void turn(RequestBlock usedUp) {
    synchronized (this) {
      if (current != usedUp) {
        return;
      }
      spent.add(new Spent(usedUp, wall.now()));
      current = ahead.removeFirst();
      ahead.add(more());
      if (!current.reserved()) {
        early++;
      }
    }
    wanted.run();
  }

  /// Blocks that the disk does not know of yet.
  synchronized List<RequestBlock> unreserved() {
    return List.copyOf(unreserved);
  }

  /// These are durable now.
  synchronized void reserved(List<RequestBlock> blocks) {
    blocks.forEach(RequestBlock::becomeReserved);
    unreserved.removeAll(blocks);
  }

  /// Times that a block was begun before it was durable.
  synchronized long early() {
    return early;
  }

  /// Ids given out of a block of this process, empty if it is none.
  synchronized Optional<Integer> given(long block) {
    var all = new ArrayList<>(ahead);
    all.add(current);
    spent.forEach(s -> all.add(s.block()));
    return all.stream().filter(b -> b.number() == block).findFirst().map(RequestBlock::given);
  }

  /// The blocks that were used up so long ago that their requests have ended.
  synchronized List<RequestBlock> settled(Duration age) {
    var before = wall.now().minus(age);
    return spent.stream().filter(s -> !s.since().isAfter(before)).map(Spent::block).toList();
  }

  /// These are closed on disk.
  synchronized void forget(List<RequestBlock> closed) {
    spent.removeIf(s -> closed.contains(s.block()));
  }

  /// All blocks of this process that are not settled, at its end.
  synchronized List<RequestBlock> all() {
    var all = new ArrayList<RequestBlock>();
    spent.forEach(s -> all.add(s.block()));
    all.add(current);
    all.addAll(ahead);
    return all;
  }
}
