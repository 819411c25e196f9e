package dev.interlock.runtime.upstream;

import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/// Where and how one engine is asked.
///
/// @param base the server's address, with or without `/v1` at its end
/// @param model the engine's own name of the model
/// @param pin the only upstream provider that may serve (A7)
/// @param limits how long to wait
/// @param key what proves to it who asks
public record Endpoint(URI base, String model, Optional<String> pin, Limits limits, HostKey key) {
  private static final String V1 = "/v1";

  /// How long to wait, each 1 ms or more.
  ///
  /// @param connect for a connection
  /// @param interactive for the whole answer while a person waits, the connection included
  /// @param bulk for the whole answer of an index job's batch, the connection included
  public record Limits(Duration connect, Duration interactive, Duration bulk) {
    /// 5 s, 20 s and 120 s: a cold engine loads its model before the first byte.
    public static final Limits DEFAULT =
        new Limits(Duration.ofSeconds(5), Duration.ofSeconds(20), Duration.ofSeconds(120));

    public Limits {
      atLeastOneMillisecond("connect", connect);
      atLeastOneMillisecond("interactive", interactive);
      atLeastOneMillisecond("bulk", bulk);
    }

    private static void atLeastOneMillisecond(String name, Duration limit) {
      if (limit.toMillis() < 1) {
        throw new IllegalArgumentException(name + " must be 1 ms or more, got " + limit);
      }
    }
  }

  /// @throws IllegalArgumentException if the base is no http or https URL with a host, or has a
  ///   user, a query or a fragment
  public Endpoint {
    String scheme = base.getScheme();
    if (!("http".equals(scheme) || "https".equals(scheme)) || base.getHost() == null) {
      throw new IllegalArgumentException("the base must be http://HOST... or https://HOST...");
    }
    if (base.getRawUserInfo() != null
        || base.getRawQuery() != null
        || base.getRawFragment() != null) {
      throw new IllegalArgumentException("the base must have no user, query or fragment");
    }
  }

  /// An endpoint without a pin and a key, with the default limits.
  public static Endpoint of(URI base, String model) {
    return new Endpoint(base, model, Optional.empty(), Limits.DEFAULT, HostKey.NONE);
  }

  /// The same with other limits.
  public Endpoint within(Limits other) {
    return new Endpoint(base, model, pin, other, key);
  }

  /// The same with a pin.
  public Endpoint pinned(Optional<String> upstream) {
    return new Endpoint(base, model, upstream, limits, key);
  }

  /// The same with a key.
  public Endpoint with(HostKey other) {
    return new Endpoint(base, model, pin, limits, other);
  }

  /// A request to it, the only way to make one: here the key goes out. A redirect is never
  /// followed, so that no other host gets it.
  ///
  /// @param path from the host's root on
  /// @param accept the value of `Accept`
  RequestOptions request(HttpMethod method, String path, String accept) {
    var options =
        new RequestOptions()
            .setMethod(method)
            .setSsl(tls())
            .setHost(host())
            .setPort(port())
            .setURI(path)
            .setFollowRedirects(false)
            .putHeader("accept", accept)
            .putHeader("user-agent", "interlock");
    key.authorization().ifPresent(value -> options.putHeader("authorization", value));
    return options;
  }

  boolean tls() {
    return "https".equals(base.getScheme());
  }

  String host() {
    String host = base.getHost();
    return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
  }

  int port() {
    if (base.getPort() >= 0) {
      return base.getPort();
    }
    return tls() ? 443 : 80;
  }

  /// A path of the server's own, whether the base ends in `/v1` or not.
  ///
  /// @param path such as `/api/tags`
  String below(String path) {
    var root = bare();
    return (root.endsWith(V1) ? root.substring(0, root.length() - V1.length()) : root) + path;
  }

  /// A path of the OpenAI API: below the base as it stands, or below `/v1` where the base is a host
  /// alone.
  ///
  /// @param path such as `/embeddings`
  String openAi(String path) {
    var root = bare();
    return (root.isEmpty() ? V1 : root) + path;
  }

  private String bare() {
    String path = base.getRawPath();
    return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
  }

  /// Whether both are the same server under the same path, with or without `/v1` at its end.
  public boolean sameBase(Endpoint other) {
    return tls() == other.tls()
        && port() == other.port()
        && host().equalsIgnoreCase(other.host())
        && below("").equals(other.below(""));
  }

  /// Host and port as a person reads them.
  public String authority() {
    return base.getHost() + ":" + port();
  }
}
