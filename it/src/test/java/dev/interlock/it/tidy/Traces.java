package dev.interlock.it.tidy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// Traces of the machine that a file was written on: absolute paths of a workplace, hosts of a
/// registry. What is built or not text is left out.
final class Traces {
  private static final Pattern PATHS =
      Pattern.compile("(?<![\\w.}$-])/(?:wo" + "rk|fa" + "rm|home/\\w+|Users/\\w+)/");
  private static final Pattern REGISTRIES =
      Pattern.compile(
          "https?://[^/\\s\"]*(?:nex" + "us|arti" + "factory|repo1?\\.maven|pypi|npmjs|mirror)");
  private static final Set<String> SKIPPED = Set.of(".git", "target", "dist");

  private Traces() {}

  static List<Finding> all() {
    var found = new ArrayList<Finding>();
    try {
      Files.walkFileTree(
          Sources.root(),
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes of) {
              return SKIPPED.stream().anyMatch(folder::endsWith)
                  ? FileVisitResult.SKIP_SUBTREE
                  : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes of) throws IOException {
              if (file.endsWith(".git")) {
                // How git links a second work tree: not a file of ours.
                return FileVisitResult.CONTINUE;
              }
              try {
                found.addAll(in(Sources.relative(file), Files.readString(file)));
              } catch (MalformedInputException notText) {
                // A picture or an archive.
              }
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return found;
  }

  static List<Finding> in(String path, String text) {
    var found = new ArrayList<Finding>();
    var lines = text.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      if (PATHS.matcher(lines.get(i)).find() || REGISTRIES.matcher(lines.get(i)).find()) {
        found.add(new Finding("trace", path, i + 1, lines.get(i).strip()));
      }
    }
    return found;
  }
}
