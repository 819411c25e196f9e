package dev.interlock.runtime.upstream;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;

/// The base URL of an engine as a person writes it, checked the same wherever it comes from.
///
/// Thread: any, pure: nothing is looked up.
public sealed interface BaseUrl {
  /// It can be used.
  ///
  /// @param url without a slash at its end
  record Usable(URI url) implements BaseUrl {}

  /// It can't.
  ///
  /// @param message to be read after "the URL"; the URL itself is not in it, since it may hold a
  ///   secret
  record Wrong(String message) implements BaseUrl {}

  /// The highest port.
  int HIGHEST_PORT = 65_535;

  /// What may stand there.
  List<String> ALLOWED = List.of("http://...", "https://...");

  /// Reads a URL.
  static BaseUrl read(String text) {
    URI url;
    try {
      url = new URI(lowerScheme(text.strip().replaceFirst("/+$", "")));
    } catch (URISyntaxException _) {
      return new Wrong("is not a URL");
    }
    if (url.getRawUserInfo() != null || text.contains("@")) {
      return new Wrong("names a user or password; no secret ever stands in it");
    }
    if (url.getRawQuery() != null || url.getRawFragment() != null) {
      return new Wrong("has a query or fragment; a base URL has none");
    }
    if (!"http".equals(url.getScheme()) && !"https".equals(url.getScheme())) {
      return new Wrong("is not an http or https URL");
    }
    if (url.getHost() == null || url.getPort() == 0 || url.getPort() > HIGHEST_PORT) {
      return new Wrong("has no usable host and port");
    }
    return new Usable(url);
  }

  private static String lowerScheme(String text) {
    int end = text.indexOf("://");
    return end < 0 ? text : text.substring(0, end).toLowerCase(Locale.ROOT) + text.substring(end);
  }

  /// Whether the host's name or number reads like one of the open network. Nothing is looked up: a
  /// name says it by its ending alone.
  static boolean looksPublic(URI url) {
    return OpenNetwork.has(url.getHost().toLowerCase(Locale.ROOT));
  }
}
