package dev.interlock.it.tidy;

import java.util.List;
import java.util.function.Predicate;

/// Names that may not be used.
///
/// @param rule the rule's name
/// @param names as written: `Type.member`, `Type.` for any member, `new Type` for a constructor,
///   `.member()` for a call without arguments on anything
/// @param where the files that it speaks of
/// @param instead what belongs there
record Ban(String rule, List<String> names, Predicate<Source> where, String instead) {
  static final List<Ban> ALL =
      List.of(
          new Ban(
              "clock",
              List.of(
                  "System.nanoTime",
                  "System.currentTimeMillis",
                  "Instant.now",
                  "LocalDate.now",
                  "LocalDateTime.now",
                  "ZonedDateTime.now",
                  "OffsetDateTime.now",
                  "Clock.systemUTC",
                  "Clock.systemDefaultZone",
                  "new Date"),
              Ban::notInBench,
              "take a Ticker or a WallClock as an argument"),
          new Ban(
              "random",
              List.of("new Random", "UUID.randomUUID", "Math.random", "ThreadLocalRandom."),
              Ban::anywhere,
              "take a RandomGenerator as an argument"),
          new Ban(
              "sleep",
              List.of("Thread.sleep", "TimeUnit.sleep"),
              Ban::anywhere,
              "use the Scheduler, or wait for what you wait for"),
          new Ban(
              "threads",
              List.of(
                  "Executors.",
                  "ForkJoinPool.",
                  "Thread.ofVirtual",
                  "Thread.ofPlatform",
                  "Thread.startVirtualThread",
                  "CompletableFuture.runAsync",
                  "CompletableFuture.supplyAsync",
                  "new Thread",
                  "new Timer",
                  "new ScheduledThreadPoolExecutor",
                  "new ThreadPoolExecutor",
                  ".parallelStream()",
                  ".parallel()"),
              Ban::inMain,
              "take an Executor as an argument"),
          new Ban(
              "files",
              List.of(
                  "Files.",
                  "FileChannel.",
                  "new FileInputStream",
                  "new FileOutputStream",
                  "new RandomAccessFile",
                  "new File"),
              Ban::inMain,
              "leave the disk to the packages that own a part of it"),
          new Ban(
              "network",
              List.of("HttpClient.", "new Socket", "new ServerSocket", ".openConnection()"),
              Ban::inMain,
              "go out through package egress, or by the CLI's RemoteServer"),
          new Ban("environment", List.of("System.getenv"), Ban::notInBench, "read it in app.cli"),
          new Ban(
              "print",
              List.of("System.out", "System.err", "IO."),
              Ban::notInBench,
              "take a Console"),
          new Ban(
              "charset",
              List.of(".getBytes()", "Charset.defaultCharset", "new FileReader", "new FileWriter"),
              Ban::anywhere,
              "name the charset"),
          new Ban(
              "locale",
              List.of(".toLowerCase()", ".toUpperCase()", "Locale.getDefault"),
              Ban::anywhere,
              "name the locale"),
          new Ban(
              "serialisation",
              List.of("new ObjectInputStream", "new ObjectOutputStream"),
              Ban::anywhere,
              "write a format"));

  private static boolean anywhere(Source source) {
    return !source.path().isEmpty();
  }

  /// A bench measures time, on the disk, and prints.
  private static boolean notInBench(Source source) {
    return !source.path().startsWith("bench/");
  }

  private static boolean inMain(Source source) {
    return notInBench(source) && !source.isTest();
  }
}
