package dev.interlock.it.cases;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// A network namespace that has loopback and nothing else, and what the kernel counts in it. Where
/// none can be made a test is skipped, which fails it where `CI=true`.
///
/// Thread: the test's; blocks.
final class NetworkTrap {
  private static final String INSIDE = "ip link set lo up && exec \"$@\"";

  private NetworkTrap() {}

  /// What a program printed, both ways, and how it ended.
  record Told(int exitCode, String output) {}

  /// Runs the main method of a class of the tests in a namespace of its own.
  static Told run(Class<?> program, String... arguments) throws IOException {
    var probe = told(inside(List.of("true")));
    assumeTrue(
        probe.exitCode() == 0,
        () ->
            "no network namespace can be made here (it takes unshare, ip, and either root or user"
                + " namespaces): "
                + probe.output());
    var command = new ArrayList<String>();
    command.add(ProcessHandle.current().info().command().orElseThrow());
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-XX:+UseSerialGC"));
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-cp"));
    command.add(Objects.requireNonNull(System.getProperty("java.class.path")));
    command.add(program.getName());
    command.addAll(List.of(arguments));
    return told(inside(command));
  }

  private static ProcessBuilder inside(List<String> command) {
    boolean root = "root".equals(System.getProperty("user.name"));
    var all = new ArrayList<>(List.of("unshare", "--net"));
    if (!root) {
      all.add("--map-root-user");
    }
    all.addAll(List.of("sh", "-c", INSIDE, "sh"));
    all.addAll(command);
    var builder = new ProcessBuilder(all).redirectErrorStream(true);
    // What the program itself does about libraries that call home is on trial here too.
    builder.environment().remove("ORT_DISABLE_TELEMETRY");
    builder.environment().put("OPENROUTER_API_KEY", "sk-or-v1-stray");
    return builder;
  }

  private static Told told(ProcessBuilder builder) throws IOException {
    Process process;
    try {
      process = builder.start();
    } catch (IOException notThere) {
      return new Told(127, Objects.toString(notThere.getMessage()));
    }
    try {
      process.getOutputStream().close();
      var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Told(process.waitFor(), output);
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  /// What has been tried in this namespace so far that did not stay on loopback, as the kernel
  /// counts it: ways that were looked for and don't exist, which is each connection outwards, and
  /// datagrams, which is each question to a name server, one on loopback included.
  static long attempts() {
    return counted("Ip", "OutNoRoutes")
        + counted("Udp", "OutDatagrams")
        + counted6("Ip6OutNoRoutes")
        + counted6("Udp6OutDatagrams");
  }

  /// `/proc/net/snmp` has two lines for each protocol: names, then figures.
  private static long counted(String protocol, String name) {
    var lines = lines("snmp").stream().filter(line -> line.startsWith(protocol + ": ")).toList();
    int at = List.of(lines.getFirst().split(" ", -1)).indexOf(name);
    return Long.parseLong(lines.getLast().split(" ", -1)[at]);
  }

  /// `/proc/net/snmp6` has a line for each figure; it is not there where the kernel has no IPv6.
  private static long counted6(String name) {
    return lines("snmp6").stream()
        .map(line -> line.split("\\s+", -1))
        .filter(words -> words[0].equals(name))
        .mapToLong(words -> Long.parseLong(words[1]))
        .sum();
  }

  /// Names of the network interfaces.
  static List<String> interfaces() {
    return lines("dev").stream()
        .filter(line -> line.contains(":"))
        .map(line -> line.substring(0, line.indexOf(':')).strip())
        .toList();
  }

  private static List<String> lines(String file) {
    var path = Path.of("/proc/self/net", file);
    try {
      return Files.exists(path) ? Files.readAllLines(path) : List.of();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
