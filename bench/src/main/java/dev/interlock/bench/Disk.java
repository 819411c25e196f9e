package dev.interlock.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// The benches' own use of disk and terminal.
final class Disk {
  private Disk() {}

  /// A folder that is deleted with all below it when closed.
  record Scratch(Path folder) implements AutoCloseable {
    @Override
    public void close() {
      try (Stream<Path> all = Files.walk(folder)) {
        for (var path : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /// A new folder in it.
    Path sub(String name) {
      try {
        return Files.createDirectories(folder.resolve(name));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /// A new folder for the time of a bench.
  static Scratch scratch() {
    try {
      return new Scratch(Files.createTempDirectory("interlock-bench").toRealPath());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Shows a text to the person who waits.
  static void print(String text) {
    System.out.println(text.stripTrailing());
  }

  static void write(Path file, String text) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The lines of a small file of the system, none where it is missing.
  static List<String> lines(String file) {
    try {
      return Files.readAllLines(Path.of(file));
    } catch (IOException e) {
      return List.of();
    }
  }

  /// The `stat` line of each thread of this process; none where the system tells none.
  static List<String> threadStats() {
    return threadStats(ProcessHandle.current().pid());
  }

  /// The `stat` line of each thread of a process; none where the system tells none.
  static List<String> threadStats(long pid) {
    var stats = new ArrayList<String>();
    try (DirectoryStream<Path> tasks =
        Files.newDirectoryStream(Path.of("/proc", Long.toString(pid), "task"))) {
      for (var task : tasks) {
        stats.addAll(lines(task.resolve("stat").toString()));
      }
    } catch (IOException e) {
      return List.of();
    }
    return stats;
  }

  /// A port that nobody listens on at this moment.
  static int freePort() {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Whether somebody listens on that port of this machine.
  static boolean listens(int port) {
    try (var _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /// How often the Lucene index in that folder was committed, from the name of its last commit.
  static long commits(Path index) {
    try (Stream<Path> files = Files.list(index)) {
      return files
          .map(f -> f.getFileName().toString().toLowerCase(Locale.ROOT))
          .filter(name -> name.startsWith("segments_"))
          .mapToLong(name -> Long.parseLong(name.substring("segments_".length()), 36))
          .max()
          .orElse(0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void writeBytes(Path file, byte[] bytes) {
    try {
      Files.write(file, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static byte[] readBytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Runs a class in a new JVM with the flags of this one, but with the JVM's own thresholds for
  /// compiling: those are the server's choice, not of what it is compared with.
  ///
  /// @return what it printed last
  static String ownJava(String... words) {
    var command = new ArrayList<String>();
    command.add(ProcessHandle.current().info().command().orElseThrow());
    command.addAll(
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(flag -> !flag.startsWith("-XX:Tier"))
            .toList());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(words));
    try {
      var process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      var printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new IllegalStateException("exit code " + process.exitValue() + ": " + command);
      }
      return printed.lines().reduce("", (_, last) -> last);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }
}
