package dev.interlock.core.fanout;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// Texts that wait, by job; jobs take turns. Texts that failed together wait as a run of their own,
/// so that no call mixes them with others.
///
/// Confined to its queue.
final class Backlog {
  private final LinkedHashMap<String, Waiting> jobs = new LinkedHashMap<>();
  private int size;

  /// One job's texts.
  private static final class Waiting {
    final Deque<Text> fresh = new ArrayDeque<>();
    final Deque<List<Text>> runs = new ArrayDeque<>();
    long more;

    boolean any() {
      return !fresh.isEmpty() || !runs.isEmpty();
    }
  }

  /// What a call takes out.
  ///
  /// @param suspect whether the texts failed together before
  record Taken(List<Text> texts, boolean suspect) {}

  /// Whom the texts are for.
  ///
  /// @param most texts in the call
  /// @param mayTry whether a run may go there
  /// @param freshFirst whether runs come last
  record Wish(int most, Predicate<List<Text>> mayTry, boolean freshFirst) {}

  void offer(String job, List<Text> texts, long more) {
    var waiting = Optional.ofNullable(jobs.get(job)).orElseGet(() -> first(job));
    waiting.fresh.addAll(texts);
    waiting.more = more;
    size += texts.size();
  }

  /// A job that joins has the next turn.
  private Waiting first(String job) {
    var waiting = new Waiting();
    jobs.putFirst(job, waiting);
    return waiting;
  }

  /// To the front, in their order.
  void giveBack(List<Text> texts) {
    for (var text : texts.reversed()) {
      jobs.computeIfAbsent(text.job(), _ -> new Waiting()).fresh.addFirst(text);
      size++;
    }
  }

  /// A run of texts of one job that failed together.
  void suspect(List<Text> run) {
    if (!run.isEmpty()) {
      jobs.computeIfAbsent(run.getFirst().job(), _ -> new Waiting()).runs.addLast(run);
      size += run.size();
    }
  }

  void withdraw(String job) {
    var gone = Optional.ofNullable(jobs.remove(job));
    gone.ifPresent(w -> size -= w.fresh.size() + w.runs.stream().mapToInt(Collection::size).sum());
  }

  /// Texts that wait here.
  int size() {
    return size;
  }

  /// Texts that wait here, and those that jobs have yet to offer.
  long rest() {
    return size + jobs.values().stream().mapToLong(w -> w.more).sum();
  }

  /// The next call's texts, all of one job: the one whose turn it is.
  Optional<Taken> take(Wish wish) {
    for (var job : List.copyOf(jobs.keySet())) {
      var taken = Optional.ofNullable(jobs.get(job)).flatMap(w -> take(w, wish));
      if (taken.isPresent()) {
        size -= taken.get().texts().size();
        toTheEnd(job);
        return taken;
      }
    }
    return Optional.empty();
  }

  private void toTheEnd(String job) {
    var waiting = Optional.ofNullable(jobs.remove(job));
    waiting.filter(w -> w.any() || w.more > 0).ifPresent(w -> jobs.put(job, w));
  }

  private static Optional<Taken> take(Waiting waiting, Wish wish) {
    return wish.freshFirst()
        ? fresh(waiting, wish).or(() -> run(waiting, wish))
        : run(waiting, wish).or(() -> fresh(waiting, wish));
  }

  private static Optional<Taken> fresh(Waiting waiting, Wish wish) {
    var texts = new ArrayList<Text>();
    while (texts.size() < wish.most() && !waiting.fresh.isEmpty()) {
      texts.add(waiting.fresh.removeFirst());
    }
    return texts.isEmpty() ? Optional.empty() : Optional.of(new Taken(texts, false));
  }

  private static Optional<Taken> run(Waiting waiting, Wish wish) {
    for (Iterator<List<Text>> runs = waiting.runs.iterator(); runs.hasNext(); ) {
      var run = runs.next();
      if (wish.mayTry().test(run)) {
        runs.remove();
        int n = Math.min(wish.most(), run.size());
        if (n < run.size()) {
          waiting.runs.addFirst(run.subList(n, run.size()));
        }
        return Optional.of(new Taken(run.subList(0, n), true));
      }
    }
    return Optional.empty();
  }
}
