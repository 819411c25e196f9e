package dev.interlock.it;

import java.net.http.HttpClient;

/// A client that speaks HTTP/1.1 from the start. With an upgrade to HTTP/2 in the first request the
/// JDK's client loses an answer that comes right behind the upgrade, once in thousands.
public final class PlainHttp {
  private PlainHttp() {}

  /// A new one.
  public static HttpClient client() {
    return HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  }
}
