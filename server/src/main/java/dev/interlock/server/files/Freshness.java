package dev.interlock.server.files;

import dev.interlock.runtime.store.FileEntry;
import dev.interlock.runtime.store.ManifestStore;
import dev.interlock.server.ingest.Finder;
import dev.interlock.server.ingest.Hashes;
import dev.interlock.server.ingest.ReadOutcome;
import dev.interlock.server.ingest.SourceReader;
import dev.interlock.server.ingest.Walked;
import dev.interlock.server.search.Staleness;
import java.nio.file.Path;

/// Compares files with what was indexed of them: by their stamps, and only where those differ by
/// their content (C79).
///
/// Thread: any; blocks on the disk.
public final class Freshness implements Staleness {
  private final ManifestStore manifest;
  private final Finder finder;
  private final SourceReader reader;

  public Freshness(ManifestStore manifest, Finder finder, SourceReader reader) {
    this.manifest = manifest;
    this.finder = finder;
    this.reader = reader;
  }

  @Override
  public boolean stale(String project, String path) {
    var entry = manifest.file(project, path);
    var found =
        manifest.project(project).flatMap(known -> finder.find(Path.of(known.root()), path));
    // A job makes rows findable a moment before the manifest names their file.
    return found.map(f -> entry.filter(e -> changed(e, f)).isPresent()).orElse(true);
  }

  private boolean changed(FileEntry entry, Walked.Found found) {
    return !found.stamp().text().equals(entry.stamp())
        && switch (reader.read(found)) {
          case ReadOutcome.Skipped _ -> true;
          case ReadOutcome.Text text -> !Hashes.of(text.text()).equals(entry.hash());
        };
  }
}
