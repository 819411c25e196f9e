package dev.interlock.app.config;

import dev.interlock.runtime.upstream.BaseUrl;
import java.util.regex.Pattern;

/// Where the server listens.
///
/// @param host a loopback address; nothing else until there are caller keys and TLS
/// @param port 0 to 65535; 0 takes a free one
public record ServerConfig(String host, int port) {
  static final int HIGHEST_PORT = BaseUrl.HIGHEST_PORT;

  /// Ports that may be listened on.
  static final Range PORTS = new Range(0, HIGHEST_PORT);

  static final Pattern LOOPBACK =
      Pattern.compile("localhost|\\[?::1\\]?|127(\\.(25[0-5]|2[0-4]\\d|1?\\d?\\d)){3}");

  public ServerConfig {
    if (!loopback(host)) {
      throw new IllegalArgumentException("host must be a loopback address, got " + host);
    }
    if (port < 0 || port > HIGHEST_PORT) {
      throw new IllegalArgumentException("port must be in 0..65535, got " + port);
    }
  }

  /// 127.0.0.1, port 7070.
  public static ServerConfig defaults() {
    return new ServerConfig("127.0.0.1", 7070);
  }

  /// Whether a bind to `host` stays on this machine: `localhost`, `::1` or 127.x.y.z. No name is
  /// looked up.
  public static boolean loopback(String host) {
    return LOOPBACK.matcher(host).matches();
  }
}
