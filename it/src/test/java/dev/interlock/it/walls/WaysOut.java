package dev.interlock.it.walls;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.lang.ArchRule;
import io.vertx.core.Vertx;
import java.net.DatagramSocket;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URL;
import java.nio.channels.NetworkChannel;
import java.util.Set;
import javax.net.SocketFactory;

/// Who may open a connection, as rules that the build checks (design §2.3).
final class WaysOut {
  private static final Set<String> CLIENTS_OF_VERTX =
      Set.of(
          "createHttpClient",
          "httpClientBuilder",
          "createNetClient",
          "createWebSocketClient",
          "webSocketClientBuilder",
          "createDatagramSocket",
          "createDnsClient");

  private WaysOut() {}

  /// A2: one class of the server opens connections to engines and clouds.
  static final ArchRule ONE_OPENER =
      noClasses()
          .that()
          .resideInAPackage("dev.interlock..")
          .and()
          .doNotHaveFullyQualifiedName("dev.interlock.runtime.upstream.Connections")
          .should()
          .callMethodWhere(
              describe(
                  "makes a client of Vert.x",
                  call ->
                      call.getTargetOwner().isAssignableTo(Vertx.class)
                          && CLIENTS_OF_VERTX.contains(call.getName())));

  /// A2: nothing else does so by the JDK's own means; only the command line calls the server.
  static final ArchRule NO_OTHER_SOCKETS =
      noClasses()
          .that()
          .resideInAPackage("dev.interlock..")
          .and()
          .resideOutsideOfPackage("dev.interlock.app.cli..")
          .should()
          .dependOnClassesThat(resideInAPackage("java.net.http.."))
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(Socket.class)
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(ServerSocket.class)
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(DatagramSocket.class)
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(HttpURLConnection.class)
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(NetworkChannel.class)
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(SocketFactory.class);

  /// A2: the command line has one client, that of the running server.
  static final ArchRule ONE_CLIENT_OF_THE_COMMAND_LINE =
      noClasses()
          .that()
          .resideInAPackage("dev.interlock.app..")
          .and()
          .doNotHaveFullyQualifiedName("dev.interlock.app.cli.RemoteServer")
          .should()
          .callMethodWhere(
              describe(
                  "makes a client of the JDK",
                  call ->
                      call.getTargetOwner().getName().equals("java.net.http.HttpClient")
                          && call.getName().startsWith("new")));

  /// A2: names are looked up, and URLs opened, where neither can lead outwards: a caller's own
  /// address, a file of the program.
  static final ArchRule NO_LOOK_UPS =
      noClasses()
          .that()
          .resideInAPackage("dev.interlock..")
          .and()
          .doNotHaveFullyQualifiedName("dev.interlock.server.http.Intake")
          .and()
          .doNotHaveFullyQualifiedName("dev.interlock.encoder.Resource")
          .should()
          .callMethodWhere(describe("looks up a name or opens a URL", WaysOut::looksUp));

  private static boolean looksUp(JavaCall<?> call) {
    var owner = call.getTargetOwner();
    return (owner.isEquivalentTo(InetAddress.class) && call.getName().endsWith("ByName"))
        || (owner.isEquivalentTo(URL.class) && call.getName().startsWith("open"));
  }
}
