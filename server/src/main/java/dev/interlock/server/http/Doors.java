package dev.interlock.server.http;

import dev.interlock.core.error.ApiError;
import dev.interlock.core.error.ErrorType;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Who may come in: a loopback server answers only callers that call it by a loopback name, no
/// foreign web page, and changes state only for who has the admin token (design §10, C101).
///
/// Thread: any, pure.
public final class Doors {
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "::1", "[::1]");

  private final byte[] adminToken;

  public Doors(String adminToken) {
    this.adminToken = adminToken.getBytes(StandardCharsets.UTF_8);
  }

  /// What the doors look at.
  ///
  /// @param host the `Host` header or the authority, with its port
  /// @param origin the `Origin` header
  /// @param authorization the `Authorization` header
  public record Knock(
      Optional<String> host, Optional<String> origin, Optional<String> authorization) {}

  /// Why the request must not come in at all.
  public Optional<ApiError> foreign(Knock knock) {
    if (knock.host().filter(h -> LOOPBACK.contains(hostName(h))).isEmpty()) {
      return Optional.of(
          forbidden(
              "foreign_host",
              "Host %s is not a loopback name".formatted(knock.host().orElse("(missing)")),
              "call the server as 127.0.0.1 or localhost"));
    }
    return knock
        .origin()
        .filter(origin -> !ours(origin))
        .map(
            origin ->
                forbidden(
                    "foreign_origin",
                    "Origin %s may not call this server".formatted(origin),
                    "web pages of other sites are refused; call from a program or from /ui"));
  }

  /// Why the request may not change state.
  public Optional<ApiError> notAdmin(Knock knock) {
    var given = knock.authorization().filter(a -> a.regionMatches(true, 0, "Bearer ", 0, 7));
    if (given.isEmpty()) {
      return Optional.of(
          unauthorized("missing_admin_token", "this changes state and needs the admin token"));
    }
    var token = given.get().substring(7).strip().getBytes(StandardCharsets.UTF_8);
    return MessageDigest.isEqual(token, adminToken)
        ? Optional.empty()
        : Optional.of(unauthorized("wrong_admin_token", "the admin token is not this server's"));
  }

  private static boolean ours(String origin) {
    try {
      var uri = new URI(origin);
      return uri.getHost() != null && LOOPBACK.contains(uri.getHost().toLowerCase(Locale.ROOT));
    } catch (URISyntaxException e) {
      return false;
    }
  }

  private static String hostName(String host) {
    var lower = host.toLowerCase(Locale.ROOT);
    if (lower.startsWith("[")) {
      return lower.substring(0, Math.max(0, lower.indexOf(']') + 1));
    }
    int colon = lower.indexOf(':');
    return colon < 0 ? lower : lower.substring(0, colon);
  }

  private static ApiError forbidden(String code, String message, String hint) {
    return new ApiError(403, ErrorType.PERMISSION_ERROR, code, message, Optional.empty(), hint);
  }

  private static ApiError unauthorized(String code, String message) {
    return new ApiError(
        401,
        ErrorType.AUTHENTICATION_ERROR,
        code,
        message,
        Optional.empty(),
        "send Authorization: Bearer with the content of admin-token in the home folder");
  }
}
