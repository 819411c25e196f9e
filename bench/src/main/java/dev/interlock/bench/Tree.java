package dev.interlock.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// A part of a source tree, copied to a folder of its own.
///
/// @param root the folder
/// @param files how many were copied
/// @param lines how many they have together
record Tree(Path root, int files, long lines) {
  /// Which part, in lines of Java: whole files in the order of their paths.
  record Part(long from, long lines) {}

  /// Copies a part of a folder, or of a jar, below `to`.
  static Tree copy(Path source, Part part, Path to) {
    try {
      if (Files.isDirectory(source)) {
        return copy(javaFiles(source), source, part, to);
      }
      try (var jar = FileSystems.newFileSystem(source)) {
        var root = jar.getPath("/");
        return copy(javaFiles(root), root, part, to);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> javaFiles(Path root) throws IOException {
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(p -> p.toString().endsWith(".java")).sorted().toList();
    }
  }

  private static Tree copy(List<Path> from, Path root, Part part, Path to) throws IOException {
    long passed = 0;
    long lines = 0;
    int files = 0;
    for (var file : from) {
      if (lines >= part.lines()) {
        break;
      }
      long length = Files.readString(file, StandardCharsets.UTF_8).lines().count();
      if (passed < part.from()) {
        passed += length;
        continue;
      }
      var copy = to.resolve(root.relativize(file).toString());
      Files.createDirectories(copy.getParent());
      Files.copy(file, copy);
      lines += length;
      files++;
    }
    return new Tree(to, files, lines);
  }
}
