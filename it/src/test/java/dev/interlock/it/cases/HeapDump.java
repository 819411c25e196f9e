package dev.interlock.it.cases;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/// What lives in the heap of another process, garbage left out.
record HeapDump(byte[] bytes) {
  private static final long PATIENCE_SECONDS = 60;

  /// Has the process dump its heap by the JDK's own `jcmd`.
  static HeapDump of(long pid, Path file) throws IOException, InterruptedException {
    var java = Path.of(ProcessHandle.current().info().command().orElseThrow());
    var jcmd = Objects.requireNonNull(java.getParent()).resolve("jcmd").toString();
    var dump =
        new ProcessBuilder(jcmd, Long.toString(pid), "GC.heap_dump", file.toString())
            .redirectErrorStream(true)
            .start();
    var said = new String(dump.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!dump.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) || !Files.exists(file)) {
      throw new AssertionError("no heap dump: " + said);
    }
    var bytes = Files.readAllBytes(file);
    Files.delete(file);
    return new HeapDump(bytes);
  }

  /// How often a text of ASCII stands there, as bytes or as characters.
  int count(String text) {
    return count(text.getBytes(StandardCharsets.US_ASCII))
        + count(text.getBytes(StandardCharsets.UTF_16BE))
        + count(text.getBytes(StandardCharsets.UTF_16LE));
  }

  private int count(byte[] wanted) {
    int found = 0;
    for (int at = 0; at <= bytes.length - wanted.length; at++) {
      if (bytes[at] == wanted[0] && matches(wanted, at)) {
        found++;
      }
    }
    return found;
  }

  private boolean matches(byte[] wanted, int at) {
    for (int i = 1; i < wanted.length; i++) {
      if (bytes[at + i] != wanted[i]) {
        return false;
      }
    }
    return true;
  }
}
