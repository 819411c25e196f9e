package dev.interlock.app.config;

import dev.interlock.runtime.upstream.BaseUrl;
import java.net.URI;
import java.util.Optional;

/// The base URL of an engine. A URL that may hold a secret is never shown.
final class Address {
  /// The URL without a slash at its end.
  static Optional<URI> read(Field field) {
    return field.text().flatMap(text -> read(field, text));
  }

  private static Optional<URI> read(Field field, String text) {
    return switch (BaseUrl.read(text)) {
      case BaseUrl.Usable usable -> Optional.of(usable.url());
      case BaseUrl.Wrong wrong -> {
        field.refuseUnseen("the URL " + wrong.message(), BaseUrl.ALLOWED);
        yield Optional.empty();
      }
    };
  }

  private Address() {}
}
