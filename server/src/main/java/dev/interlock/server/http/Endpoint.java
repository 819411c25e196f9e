package dev.interlock.server.http;

import java.util.List;

/// One thing that can be asked of the server.
///
/// @param method such as `GET`
/// @param pattern the path; a part in braces is a value, as in `/api/v1/jobs/{id}`
/// @param access who may ask
/// @param handler runs on a virtual thread and may block
public record Endpoint(String method, String pattern, Access access, Handler handler) {
  /// Who may ask, from this machine (design §10, "Doors of the server").
  public enum Access {
    /// Anybody.
    OPEN,
    /// Who has the admin token, since it changes state.
    ADMIN
  }

  /// What the endpoint does.
  @FunctionalInterface
  public interface Handler {
    Answer handle(Call call);
  }

  List<String> segments() {
    return Paths.split(pattern);
  }
}
