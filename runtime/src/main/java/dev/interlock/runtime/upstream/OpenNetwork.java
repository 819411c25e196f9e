package dev.interlock.runtime.upstream;

import java.util.List;
import java.util.regex.Pattern;

/// Tells hosts of the open network from those of one's own, by their spelling alone.
///
/// Thread: any, pure.
final class OpenNetwork {
  private static final String PRIVATE_IPV4 =
      "(127\\..*|10\\..*|192\\.168\\..*|169\\.254\\..*|172\\.(1[6-9]|2\\d|3[01])\\..*"
          + "|100\\.(6[4-9]|[7-9]\\d|1[01]\\d|12[0-7])\\..*)";

  private static final Pattern PRIVATE_NUMBER = Pattern.compile(PRIVATE_IPV4);

  // Loopback, unique local, link local, and IPv4 written as IPv6.
  private static final Pattern PRIVATE_IPV6 =
      Pattern.compile(
          "\\[(::1]|f[cd][0-9a-f]{2}:.*|fe[89ab][0-9a-f]:.*|::ffff:" + PRIVATE_IPV4 + ")");

  private static final Pattern NUMBER = Pattern.compile("[0-9.]+");

  // RFC 2606, 6761, 6762 and 8375, and what home and office routers use.
  private static final List<String> PRIVATE_NAMES =
      List.of(
          ".local",
          ".localhost",
          ".internal",
          ".lan",
          ".home",
          ".corp",
          ".intranet",
          ".home.arpa",
          ".test",
          ".example",
          ".invalid");

  private OpenNetwork() {}

  /// @param host in lower case, an IPv6 number in brackets
  static boolean has(String host) {
    if (host.startsWith("[")) {
      return !PRIVATE_IPV6.matcher(host).matches();
    }
    if (NUMBER.matcher(host).matches()) {
      return !PRIVATE_NUMBER.matcher(host).matches();
    }
    return host.contains(".") && PRIVATE_NAMES.stream().noneMatch(host::endsWith);
  }
}
