package dev.interlock.app.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// The base URL of an engine. A URL that may hold a secret is never shown.
final class Address {
  private static final List<String> SCHEMES = List.of("http://...", "https://...");

  private static final Pattern PRIVATE_NUMBER =
      Pattern.compile(
          "127\\..*|10\\..*|192\\.168\\..*|169\\.254\\..*|172\\.(1[6-9]|2\\d|3[01])\\..*"
              + "|100\\.(6[4-9]|[7-9]\\d|1[01]\\d|12[0-7])\\..*");

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

  /// The URL without a slash at its end.
  static Optional<URI> read(Field field) {
    return field.text().flatMap(text -> read(field, text));
  }

  private static Optional<URI> read(Field field, String text) {
    URI url;
    try {
      url = new URI(text.replaceFirst("/+$", ""));
    } catch (URISyntaxException _) {
      return refused(field, "is not a URL");
    }
    if (url.getRawUserInfo() != null || text.contains("@")) {
      return refused(field, "names a user or password; no secret ever stands in this file");
    }
    if (url.getRawQuery() != null || url.getRawFragment() != null) {
      return refused(field, "has a query or fragment; a base URL has none");
    }
    var scheme = url.getScheme();
    if (scheme == null || !scheme.toLowerCase(Locale.ROOT).matches("https?")) {
      return refused(field, "is not an http or https URL");
    }
    if (url.getHost() == null || url.getPort() == 0 || url.getPort() > ServerConfig.HIGHEST_PORT) {
      return refused(field, "has no usable host and port");
    }
    return Optional.of(url);
  }

  private static Optional<URI> refused(Field field, String message) {
    field.refuseUnseen("the URL " + message, SCHEMES);
    return Optional.empty();
  }

  /// Whether the host's name or number reads like one of the open network. Nothing is looked up, so
  /// this can only warn.
  static boolean looksPublic(URI url) {
    var host = url.getHost().toLowerCase(Locale.ROOT);
    if (host.startsWith("[") || !host.contains(".")) {
      return false;
    }
    if (NUMBER.matcher(host).matches()) {
      return !PRIVATE_NUMBER.matcher(host).matches();
    }
    return PRIVATE_NAMES.stream().noneMatch(host::endsWith);
  }

  private Address() {}
}
