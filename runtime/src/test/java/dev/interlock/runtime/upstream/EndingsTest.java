package dev.interlock.runtime.upstream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.interlock.core.embed.EmbedOutcome.Failed;
import dev.interlock.core.embed.Fault;
import dev.interlock.core.route.Dialect;
import dev.interlock.runtime.upstream.Result.Phase;
import dev.interlock.wire.openai.EmbeddingsAnswer.Asked;
import io.vertx.core.http.ConnectionPoolTooBusyException;
import io.vertx.core.http.HttpClosedException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class EndingsTest {
  static Stream<Arguments> endings() {
    return Stream.of(
        broke(
            Phase.CONNECTING,
            new ConnectException("Connection refused: h/1.2.3.4:80"),
            Fault.UNREACHABLE,
            "h:80: connection refused"),
        broke(
            Phase.CONNECTING,
            new ConnectException("connection timed out after 5000 ms: h"),
            Fault.UNREACHABLE,
            "h:80: no connection: connection timed out after 5000 ms: h"),
        broke(
            Phase.CONNECTING,
            new UnknownHostException("h"),
            Fault.UNREACHABLE,
            "h:80: name not found"),
        broke(
            Phase.CONNECTING,
            new SSLHandshakeException("no such certificate"),
            Fault.UNREACHABLE,
            "h:80: no TLS connection: no such certificate"),
        broke(
            Phase.CONNECTING,
            new ConnectionPoolTooBusyException("full"),
            Fault.BUSY,
            "h:80: too many calls wait for a connection"),
        broke(
            Phase.CONNECTING,
            new IllegalStateException(),
            Fault.UNREACHABLE,
            "h:80: no connection: IllegalStateException"),
        broke(
            Phase.WAITING,
            new HttpClosedException("closed"),
            Fault.UNREACHABLE,
            "h:80: connection closed before an answer"),
        broke(
            Phase.WAITING,
            new IOException("Connection reset by peer"),
            Fault.UNREACHABLE,
            "h:80: connection closed before an answer"),
        broke(
            Phase.WAITING,
            new IllegalArgumentException("invalid version"),
            Fault.INVALID_RESPONSE,
            "h:80: no readable HTTP answer: invalid version"),
        broke(
            Phase.READING,
            new HttpClosedException("closed"),
            Fault.INVALID_RESPONSE,
            "h:80: connection closed in mid-answer"),
        arguments(
            new Result.Late(Phase.CONNECTING, 7),
            Fault.UNREACHABLE,
            "h:80: no connection within 7 ms"),
        arguments(new Result.Late(Phase.WAITING, 7), Fault.TIMEOUT, "h:80: no answer within 7 ms"),
        arguments(
            new Result.Late(Phase.READING, 7), Fault.TIMEOUT, "h:80: no whole answer within 7 ms"),
        arguments(
            new Result.TooLarge(7), Fault.INVALID_RESPONSE, "h:80 answered with more than 7 bytes"),
        arguments(came(503, ""), Fault.BUSY, "h:80 answered 503"),
        arguments(
            came(200, "{\"error\":\"no\"}"),
            Fault.INVALID_RESPONSE,
            "h:80: an error inside a 200: no"));
  }

  private static Result came(int status, String body) {
    return new Result.Came(
        new Head(status, Optional.empty(), Optional.empty(), Optional.empty(), HostKey.NONE),
        body.getBytes(UTF_8));
  }

  @ParameterizedTest(name = "{2}")
  @MethodSource("endings")
  void everyEndingHasItsFaultAndWords(Result result, Fault fault, String message) {
    var outcome =
        new Endings(Endpoint.of(URI.create("http://h"), "m"))
            .of(
                Spent.free(result),
                new EmbeddingCodec(Dialect.OPENAI),
                new Asked(1, OptionalInt.empty()));
    assertThat(outcome)
        .isInstanceOfSatisfying(
            Failed.class,
            failed -> {
              assertThat(failed.fault()).isEqualTo(fault);
              assertThat(failed.message()).isEqualTo(message);
            });
  }

  private static Arguments broke(Phase phase, Throwable cause, Fault fault, String message) {
    return arguments(new Result.Broke(phase, cause), fault, message);
  }
}
