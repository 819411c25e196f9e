package dev.interlock.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// A clone with our scripts, but with a Maven, a JDK and sources made of a few lines, and a path on
/// which nothing else can be found.
final class FakeClone {
  private static final List<String> TOOLS =
      List.of(
          "awk",
          "basename",
          "bash",
          "cat",
          "cksum",
          "dirname",
          "env",
          "find",
          "grep",
          "head",
          "mkdir",
          "mv",
          "readlink",
          "rm",
          "sed",
          "sleep",
          "sort",
          "tail",
          "timeout",
          "touch");

  private static final List<String> SCRIPTS =
      List.of("interlock", "interlock-test", "build/jdk.sh", "build/dist.sh", "build/counts.sh");

  private static final String MAVEN =
      """
      #!/usr/bin/env bash
      echo "$* on $JAVA_HOME" >>"$FAKE_LOG"
      case " $* " in *" verify "*)
        mkdir -p core/target/surefire-reports
        [ -z "$FAKE_REPORT" ] || echo "$FAKE_REPORT" >core/target/surefire-reports/TEST-a.xml
        exit ${FAKE_EXIT:-0} ;;
      esac
      for argument; do
        case $argument in -Dinterlock.dist=*) dist=${argument#*=} ;; esac
      done
      mkdir -p "$dist/lib"
      read -r eaten && echo "eaten $eaten" >>"$FAKE_LOG"
      [ -z "$FAKE_SLOW" ] || sleep 0.5
      [ -z "$FAKE_BROKEN" ] || { echo "no such symbol"; exit 1; }
      echo jar >"$dist/lib/interlock.jar"
      """;

  private static final String JAVA =
      """
      #!/usr/bin/env bash
      for argument; do
        case $argument in
          -XX:ArchiveClassesAtExit=*)
            [ -n "$FAKE_TRAIN" ] || exit 2
            echo archive >"${argument#*=}"
            exit ;;
        esac
      done
      printf '[%s]' "$@"
      read -r line && printf '<%s>' "$line"
      exit ${FAKE_EXIT:-0}
      """;

  final Path folder;
  final Path root;
  final Path bin;
  final Path jdks;
  private final Path log;

  FakeClone(Path folder) throws IOException {
    this.folder = folder;
    root = Files.createDirectories(folder.resolve("a clone"));
    bin = Files.createDirectories(folder.resolve("bin"));
    jdks = Files.createDirectories(folder.resolve("jdks"));
    log = folder.resolve("maven.log");
    var real = Path.of(System.getProperty("basedir", "")).toAbsolutePath().resolve("..");
    for (var script : SCRIPTS) {
      Files.createDirectories(root.resolve(script).getParent());
      Files.copy(real.resolve(script), root.resolve(script)).toFile().setExecutable(true);
    }
    write(root.resolve("pom.xml"), "<project/>");
    write(root.resolve("app/pom.xml"), "<project/>");
    source("app/src/main/java/A.java", "class A {}");
    source("it/src/main/java/B.java", "class B {}");
    for (var tool : TOOLS) {
      tool(tool);
    }
  }

  void tool(String tool) throws IOException {
    for (var folder : List.of("/usr/bin", "/bin")) {
      var target = Path.of(folder, tool);
      if (Files.exists(target)) {
        program(bin.resolve(tool), "#!/bin/sh\nexec %s \"$@\"\n".formatted(target));
        return;
      }
    }
  }

  FakeClone withMaven() throws IOException {
    program(bin.resolve("mvn"), MAVEN);
    return this;
  }

  FakeClone withJdk() throws IOException {
    jdk("jdk-25", "25.0.3");
    return this;
  }

  Path jdk(String name, String version) throws IOException {
    var home = jdks.resolve(name);
    write(
        home.resolve("release"),
        "IMPLEMENTOR=\"x\"\nJAVA_RUNTIME_VERSION=\"%1$s+9\"\nJAVA_VERSION=\"%1$s\"\n"
            .formatted(version));
    program(home.resolve("bin/java"), JAVA);
    program(home.resolve("bin/javac"), "");
    return home;
  }

  void source(String file, String text) throws IOException {
    write(root.resolve(file), text);
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private static void program(Path file, String text) throws IOException {
    write(file, text);
    file.toFile().setExecutable(true);
  }

  /// What Maven was called with, one line a call.
  List<String> mavenCalls() throws IOException {
    return Files.exists(log) ? Files.readAllLines(log) : List.of();
  }

  record Ended(int status, String out, String err) {}

  Ended run(String... arguments) throws Exception {
    return run(Map.of(), arguments);
  }

  Ended run(Map<String, String> environment, String... arguments) throws Exception {
    return ended(start(root.resolve("interlock"), environment, arguments));
  }

  Started start(Path script, Map<String, String> environment, String... arguments)
      throws IOException {
    var command = new ArrayList<String>(List.of(script.toString()));
    command.addAll(List.of(arguments));
    var err = Files.createTempFile(folder, "err", ".txt");
    var builder = new ProcessBuilder(command).redirectError(err.toFile());
    builder.directory(folder.toFile());
    builder.environment().clear();
    builder.environment().putAll(defaults());
    builder.environment().putAll(environment);
    var process = builder.start();
    try (var in = process.getOutputStream()) {
      in.write("typed\n".getBytes(UTF_8));
    }
    return new Started(process, err);
  }

  private Map<String, String> defaults() {
    var all = new TreeMap<String, String>();
    for (var unset : List.of("FAKE_SLOW", "FAKE_BROKEN", "FAKE_TRAIN", "FAKE_REPORT")) {
      all.put(unset, "");
    }
    all.put("PATH", bin.toString());
    all.put("HOME", folder.toString());
    all.put("FAKE_LOG", log.toString());
    all.put("INTERLOCK_JDK_DIRS", jdks.toString());
    return all;
  }

  record Started(Process process, Path err) {}

  static Ended ended(Started started) throws Exception {
    var process = started.process();
    var out = new String(process.getInputStream().readAllBytes(), UTF_8);
    if (!process.waitFor(30, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("the launcher hangs");
    }
    return new Ended(process.exitValue(), out, Files.readString(started.err()));
  }

  List<String> distFiles() throws IOException {
    var dist = root.resolve("dist");
    if (!Files.exists(dist)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(dist)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> dist.relativize(file).toString())
          .sorted()
          .toList();
    }
  }
}
