package dev.interlock.app.wiring;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.transport.Transport;
import java.nio.file.Path;
import java.util.Optional;

/// The one event loop that all connections share.
///
/// Over io_uring where there is a library for this machine and the kernel allows it, which many
/// containers forbid: a relayed call costs a tenth less than over the JDK's own sockets. Otherwise
/// over those.
final class EventLoop {
  private EventLoop() {}

  /// @param unpacked where the library is unpacked for the moment in which it is loaded
  static Vertx start(Path unpacked) {
    System.setProperty("io.netty.native.workdir", unpacked.toString());
    var transport =
        Optional.ofNullable(Transport.IO_URING).filter(Transport::available).orElse(Transport.NIO);
    return Vertx.builder()
        .with(new VertxOptions().setEventLoopPoolSize(1))
        .withTransport(transport)
        .build();
  }
}
