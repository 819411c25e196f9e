package dev.interlock.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/// CPU time of this process, in nanoseconds.
///
/// What the JIT compilers and the encoder's two threads use is told apart on Linux only, in steps
/// of 10 ms; elsewhere it counts as the rest.
///
/// @param total of all threads
/// @param compiler of the JIT compilers' threads
/// @param encoder of the embedded encoder's threads
record Cpu(long total, long compiler, long encoder) {
  /// Linux counts in hundredths of a second on every usual processor.
  private static final long TICK_NANOS = 10_000_000;

  /// Fields of a thread's `stat` after its name.
  private static final int USER = 11;

  private static final int SYSTEM = 12;

  /// What has been used up to now.
  static Cpu now() {
    long compiler = 0;
    long encoder = 0;
    for (var stat : Disk.threadStats()) {
      int end = stat.lastIndexOf(')');
      var name = stat.substring(stat.indexOf('(') + 1, end);
      var fields = stat.substring(end + 1).strip().split(" ", -1);
      long used = (Long.parseLong(fields[USER]) + Long.parseLong(fields[SYSTEM])) * TICK_NANOS;
      if (name.startsWith("C1 Comp") || name.startsWith("C2 Comp")) {
        compiler += used;
      } else if (name.startsWith("encoder-")) {
        encoder += used;
      }
    }
    return new Cpu(process(), compiler, encoder);
  }

  private static long process() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  /// What was used between two readings.
  Cpu since(Cpu earlier) {
    return new Cpu(total - earlier.total, compiler - earlier.compiler, encoder - earlier.encoder);
  }

  /// Seconds of all but the encoder.
  double withCompiler() {
    return (total - encoder) / 1e9;
  }

  /// Seconds of all but the JIT compilers.
  double seconds() {
    return (total - compiler) / 1e9;
  }

  /// Seconds of all but the JIT compilers and the encoder.
  double secondsWithoutEncoder() {
    return (total - compiler - encoder) / 1e9;
  }
}
