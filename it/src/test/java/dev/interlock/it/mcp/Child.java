package dev.interlock.it.mcp;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/// `interlock mcp` as an agent starts it: a process with pipes.
///
/// Thread: the test's.
public final class Child implements AutoCloseable {
  private static final int PATIENCE_SECONDS = 60;

  private final Process process;
  private final Path errors;
  private final BufferedReader out;
  private final List<String> said = new ArrayList<>();

  private Child(Process process, Path errors) {
    this.process = process;
    this.errors = errors;
    this.out = process.inputReader(StandardCharsets.UTF_8);
  }

  /// The command line, with flags for the JVM before the class.
  static List<String> command(List<String> flags, Path home) {
    var command = new ArrayList<String>();
    command.add(ProcessHandle.current().info().command().orElseThrow());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(flags);
    command.addAll(List.of("-cp", Objects.requireNonNull(System.getProperty("java.class.path"))));
    command.addAll(List.of("dev.interlock.app.Main", "mcp", "--home", home.toString()));
    return command;
  }

  public static Child start(Path home) throws IOException {
    return start(home, List.of(), Map.of());
  }

  public static Child start(Path home, List<String> flags, Map<String, String> environment)
      throws IOException {
    var errors = Files.createTempFile("child", ".err");
    var builder = new ProcessBuilder(command(flags, home)).redirectError(errors.toFile());
    builder.environment().putAll(environment);
    return new Child(builder.start(), errors);
  }

  /// Sends a message; line breaks in it become blanks.
  public void say(String message) throws IOException {
    OutputStream in = process.getOutputStream();
    in.write((message.replace('\n', ' ') + "\n").getBytes(StandardCharsets.UTF_8));
    in.flush();
  }

  /// The next message.
  public JsonNode next() throws IOException {
    var line = out.readLine();
    if (line == null) {
      throw new AssertionError("the process has ended: " + errors());
    }
    said.add(line);
    return Wire.JSON.readTree(line);
  }

  /// Sends a message and gives the next one.
  public JsonNode ask(String message) throws IOException {
    say(message);
    return next();
  }

  /// Ends its input and waits until it ends.
  ///
  /// @return its exit code
  public int end() throws IOException {
    process.getOutputStream().close();
    for (var line = out.readLine(); line != null; line = out.readLine()) {
      said.add(line);
    }
    return exitCode();
  }

  int exitCode() {
    try {
      if (process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        return process.exitValue();
      }
      throw new AssertionError("the process does not end: " + errors());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  /// All lines of its standard output so far.
  public List<String> said() {
    return List.copyOf(said);
  }

  public String errors() {
    try {
      return Files.readString(errors);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
