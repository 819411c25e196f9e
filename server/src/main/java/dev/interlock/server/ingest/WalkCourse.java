package dev.interlock.server.ingest;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// One walk under way: depth first, with a stack of its own, so that no depth of folders can
/// overflow the thread's.
final class WalkCourse {
  /// What one walk is about.
  ///
  /// @param root real path of the root
  /// @param rules what is left out
  /// @param own real paths that are never entered
  record Plan(Path root, WalkRules rules, Set<Path> own) {}

  /// A folder being walked.
  ///
  /// @param path below the root, empty or ending with `/`
  /// @param base below the top of the repository, bytes, empty or ending with `/`
  private record Folder(
      String path, String base, Ignores ignores, Set<String> names, Iterator<Entry> rest) {}

  private record Entry(Path file, DiskName name, FileFacts facts) {
    /// Orders whole paths when it orders the entries of each folder, as git's index does.
    static final Comparator<Entry> ORDER =
        Comparator.comparing(Entry::sortKey)
            .thenComparing(e -> !e.name().composed())
            .thenComparing(e -> e.name().bytes());

    boolean folder() {
      return facts.kind() == FileFacts.Kind.FOLDER;
    }

    private String sortKey() {
      return folder() ? name.text() + "/" : name.text();
    }
  }

  private final FileAccess files;
  private final Plan plan;
  private final Consumer<Walked> sink;
  private final Deque<Folder> open = new ArrayDeque<>();

  /// Paths met so far that more than one spelling could give.
  private final Set<String> composed = new HashSet<>();

  /// The root below the top of its repository, bytes, empty or ending with `/`.
  private String rootBase = "";

  private long found;
  private long skipped;
  private long ignored;

  WalkCourse(FileAccess files, Plan plan, Consumer<Walked> sink) {
    this.files = files;
    this.plan = plan;
    this.sink = sink;
  }

  /// Walks to the end.
  ///
  /// @throws IOException if the root itself can't be listed
  void run() throws IOException {
    List<Entry> entries = list(plan.root());
    Ignores.Start start = Ignores.above(files, plan.root());
    rootBase = start.base();
    Ignores inside = start.ignores().entering(files, plan.root(), rootBase);
    open.push(new Folder("", rootBase, inside, names(entries), entries.iterator()));
    while (!open.isEmpty()) {
      Folder folder = open.element();
      if (folder.rest().hasNext()) {
        visit(folder, folder.rest().next());
      } else {
        open.pop();
      }
    }
  }

  WalkCounts counts() {
    return new WalkCounts(found, skipped, ignored);
  }

  private void visit(Folder parent, Entry entry) {
    if (entry.name().bytes().equals(".git")) {
      return;
    }
    String path = parent.path() + entry.name().text();
    if (plan.own().contains(entry.file())) {
      skip(path, SkipReason.OWN_STATE, entry);
      return;
    }
    var verdict = parent.ignores().verdict(parent.base() + entry.name().bytes(), entry.folder());
    if (verdict == Ignores.Verdict.IGNORED) {
      ignored++;
      return;
    }
    switch (entry.facts().kind()) {
      case FILE -> file(parent, entry);
      case FOLDER -> folder(parent, entry, verdict);
      case LINK -> link(entry).ifPresent(reason -> skip(path, reason, entry));
      case OTHER -> skip(path, SkipReason.SPECIAL_FILE, entry);
      case GONE -> skip(path, SkipReason.VANISHED, entry);
      case UNREADABLE -> skip(path, SkipReason.UNREADABLE, entry);
    }
  }

  private void file(Folder parent, Entry entry) {
    String path = parent.path() + entry.name().text();
    long size = entry.facts().stamp().size();
    Optional<SkipReason> byName = NameRules.judge(entry.name().text());
    if (!isAscii(path) && !composed.add(path)) {
      skip(spelled(parent, entry), SkipReason.SAME_PATH, entry);
    } else if (size == 0) {
      skip(path, SkipReason.EMPTY, entry);
    } else if (size > plan.rules().maxBytes()) {
      skip(path, SkipReason.TOO_LARGE, entry);
    } else if (byName.isPresent()) {
      skip(path, byName.get(), entry);
    } else {
      found++;
      sink.accept(new Walked.Found(path, entry.file(), size, entry.facts().stamp()));
    }
  }

  private void folder(Folder parent, Entry entry, Ignores.Verdict verdict) {
    String path = parent.path() + entry.name().text();
    // a rule that takes the folder in is the person's own word against our guess
    boolean guess = plan.rules().defaultExcludes() && verdict == Ignores.Verdict.UNSAID;
    if (guess && DefaultExcludes.byName(path, parent.names())) {
      skip(path, SkipReason.DEFAULT_EXCLUDE, entry);
      return;
    }
    List<Entry> entries;
    try {
      entries = list(entry.file());
    } catch (IOException e) {
      skip(path, SkipReason.of(e), entry);
      return;
    }
    Set<String> names = names(entries);
    if (guess && DefaultExcludes.byContent(path, names)) {
      skip(path, SkipReason.DEFAULT_EXCLUDE, entry);
      return;
    }
    String base = parent.base() + entry.name().bytes() + "/";
    Ignores inside = parent.ignores().entering(files, entry.file(), base);
    open.push(new Folder(path + "/", base, inside, names, entries.iterator()));
  }

  /// Why a link is left out; empty if what it points to is met under its own path.
  private Optional<SkipReason> link(Entry entry) {
    Path target;
    try {
      target = files.real(entry.file());
    } catch (AccessDeniedException e) {
      return Optional.of(SkipReason.UNREADABLE);
    } catch (IOException e) {
      // a link to itself fails as a plain FileSystemException (ELOOP)
      return Optional.of(SkipReason.BROKEN_LINK);
    }
    if (!target.startsWith(plan.root())) {
      return Optional.of(SkipReason.OUTSIDE_ROOT);
    }
    return switch (files.look(target).kind()) {
      case FILE, FOLDER, LINK -> Optional.empty();
      case OTHER -> Optional.of(SkipReason.SPECIAL_FILE);
      case GONE -> Optional.of(SkipReason.BROKEN_LINK);
      case UNREADABLE -> Optional.of(SkipReason.UNREADABLE);
    };
  }

  private List<Entry> list(Path folder) throws IOException {
    var entries = new ArrayList<Entry>();
    for (Path file : files.list(folder)) {
      entries.add(new Entry(file, DiskName.of(file), files.look(file)));
    }
    entries.sort(Entry.ORDER);
    return entries;
  }

  private void skip(String path, SkipReason reason, Entry entry) {
    skipped++;
    long size = entry.facts().kind() == FileFacts.Kind.FILE ? entry.facts().stamp().size() : 0;
    sink.accept(new Walked.Skipped(path, reason, size, entry.folder()));
  }

  /// The path as it is on disk, not composed.
  private String spelled(Folder parent, Entry entry) {
    return DiskName.decode((parent.base() + entry.name().bytes()).substring(rootBase.length()));
  }

  private static Set<String> names(List<Entry> entries) {
    return entries.stream().map(e -> e.name().text()).collect(Collectors.toSet());
  }

  private static boolean isAscii(String path) {
    return path.chars().allMatch(c -> c < 0x80);
  }
}
