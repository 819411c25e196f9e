package dev.interlock.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// A process that stands between callers and the stub, and what it costs. Linux only.
///
/// Thread: the bench's.
final class Contender implements AutoCloseable {
  private static final long TICK_NANOS = 10_000_000;
  private static final int USER = 11;
  private static final int SYSTEM = 12;
  private static final long PATIENCE_NANOS = 60_000_000_000L;

  private final Process process;
  private final int port;

  private Contender(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  /// nginx as a plain reverse proxy with connections kept on both sides, one worker a processor.
  static Contender nginx(Disk.Scratch scratch, int port, int upstream) {
    var folder = scratch.sub("nginx");
    var file = folder.resolve("nginx.conf");
    Disk.write(
        file,
        """
        daemon off;
        worker_processes auto;
        pid %1$s/pid;
        error_log %1$s/error.log;
        events { worker_connections 4096; }
        http {
          access_log off;
          client_body_temp_path %1$s/body;
          proxy_temp_path %1$s/proxy;
          fastcgi_temp_path %1$s/fastcgi;
          uwsgi_temp_path %1$s/uwsgi;
          scgi_temp_path %1$s/scgi;
          keepalive_requests 1000000000;
          upstream stub { server 127.0.0.1:%3$d; keepalive 1100; keepalive_requests 1000000000; }
          server {
            listen 127.0.0.1:%2$d;
            location / {
              proxy_pass http://stub;
              proxy_http_version 1.1;
              proxy_set_header Connection "";
              proxy_buffering off;
              client_body_buffer_size 256k;
            }
          }
        }
        """
            .formatted(folder, port, upstream));
    return start(List.of("nginx", "-c", file.toString()), port);
  }

  /// The server in its own JVM, without an encoder, with one profile that leads to the stub.
  static Contender interlock(Disk.Scratch scratch, int port, int upstream) {
    return server(
        scratch,
        port,
        """
        hosts:
          stub: {url: "http://127.0.0.1:%d/v1"}
        routes:
          stub: {host: stub, model: %s, concurrency: 256}
        roles:
          code-embedding: {policy: local, routes: [stub]}
        profiles:
          bench: {kind: generate, tiers: [{routes: [stub]}]}
        """
            .formatted(upstream, RelayStub.MODEL));
  }

  /// The same with two profiles that lead to the stub: `free` to a host, `paid` to an account with
  /// a daily cap, whose every call is reserved on disk first.
  static Contender paying(Disk.Scratch scratch, int port, int upstream) {
    var key = scratch.sub("keys").resolve("key");
    Disk.write(key, "key-of-the-bench");
    return server(
        scratch,
        port,
        """
        hosts:
          stub: {url: "http://127.0.0.1:%1$d/v1"}
        accounts:
          cloud:
            kind: openai
            url: "http://127.0.0.1:%1$d/v1"
            key: "${file:%2$s}"
            dailyUsd: 1000000
            permits: 256
        routes:
          stub: {host: stub, model: %3$s, concurrency: 256}
          cloud:
            account: cloud
            model: %3$s
            price: {promptUsdPerMillion: 1, completionUsdPerMillion: 2}
        roles:
          code-embedding: {policy: local, routes: [stub]}
        profiles:
          free: {kind: generate, tiers: [{routes: [stub]}]}
          paid: {kind: generate, tiers: [{routes: [cloud]}]}
        """
            .formatted(upstream, key, RelayStub.MODEL));
  }

  private static Contender server(Disk.Scratch scratch, int port, String yaml) {
    var file = scratch.sub("config").resolve("interlock.yaml");
    Disk.write(file, yaml);
    var command = new ArrayList<String>();
    command.add(ProcessHandle.current().info().command().orElseThrow());
    command.addAll(
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(flag -> !flag.startsWith("-Xm"))
            .toList());
    command.addAll(List.of("-Xmx256m", "-cp", System.getProperty("java.class.path")));
    command.addAll(List.of("dev.interlock.app.Main", "server", "--port", String.valueOf(port)));
    command.addAll(List.of("--home", scratch.sub("home").toString(), "--config", file.toString()));
    return start(command, port);
  }

  private static Contender start(List<String> command, int port) {
    try {
      var process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.INHERIT)
              .start();
      return new Contender(process, port).ready();
    } catch (IOException e) {
      throw new UncheckedIOException("%s can't be started".formatted(command.getFirst()), e);
    }
  }

  private Contender ready() {
    long start = System.nanoTime();
    while (!Disk.listens(port)) {
      if (!process.isAlive() || System.nanoTime() - start > PATIENCE_NANOS) {
        process.destroyForcibly();
        throw new IllegalStateException("a contender does not listen on port " + port);
      }
      LockSupport.parkNanos(20_000_000);
    }
    return this;
  }

  int port() {
    return port;
  }

  /// CPU used so far by the process and its children, JIT compilers left out, in nanoseconds.
  long cpuNanos() {
    long all = 0;
    for (long pid : family()) {
      for (var stat : Disk.threadStats(pid)) {
        var name = stat.substring(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
        if (!name.startsWith("C1 Comp") && !name.startsWith("C2 Comp")) {
          var fields = fields(stat);
          all += (Long.parseLong(fields[USER]) + Long.parseLong(fields[SYSTEM])) * TICK_NANOS;
        }
      }
    }
    return all;
  }

  /// Memory in use, in megabytes.
  double residentMegabytes() {
    return family().stream()
            .flatMap(pid -> Disk.lines("/proc/%d/status".formatted(pid)).stream())
            .filter(line -> line.startsWith("VmRSS:"))
            .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
            .sum()
        / 1_024.0;
  }

  private List<Long> family() {
    var family = new ArrayList<Long>();
    family.add(process.pid());
    process.toHandle().children().forEach(child -> family.add(child.pid()));
    return family;
  }

  private static String[] fields(String stat) {
    return stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", -1);
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
