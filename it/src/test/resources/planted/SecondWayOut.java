package dev.interlock.planted;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;

final class SecondWayOut {
  static HttpClient sneak(Vertx vertx) {
    return vertx.createHttpClient();
  }

  static InputStream plain(String host) throws IOException {
    return new Socket(host, 443).getInputStream();
  }

  static InputStream open(String url) throws IOException {
    return URI.create(url).toURL().openStream();
  }

  static InetAddress name(String host) throws IOException {
    return InetAddress.getByName(host);
  }
}
