package dev.interlock.runtime.upstream;

import dev.interlock.core.account.Dues;
import dev.interlock.core.account.Hold;
import dev.interlock.core.answer.PinCheck;
import dev.interlock.core.embed.EmbedOutcome;
import dev.interlock.core.embed.EmbedOutcome.Answered;
import dev.interlock.core.embed.EmbedOutcome.Failed;
import dev.interlock.core.embed.Fault;
import dev.interlock.wire.openai.EmbeddingsAnswer;
import dev.interlock.wire.openai.EmbeddingsAnswer.Asked;
import dev.interlock.wire.openai.ErrorBody;
import io.vertx.core.http.ConnectionPoolTooBusyException;
import io.vertx.core.http.HttpClosedException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import javax.net.ssl.SSLException;

/// What the end of a call means, in one sentence for people.
///
/// Thread: any, pure.
final class Endings {
  private static final int OK = 200;
  private static final int TOO_MANY = 429;

  private final String host;
  private final HostKey key;
  private final Optional<String> pin;

  Endings(Endpoint endpoint) {
    this.host = endpoint.authority();
    this.key = endpoint.key();
    this.pin = endpoint.pin();
  }

  /// The end of an embedding call.
  EmbedOutcome of(Spent spent, EmbeddingCodec codec, Asked asked) {
    var outcome =
        switch (spent.result()) {
          case Result.Came came when came.status() == OK -> decoded(came.body(), codec, asked);
          case Result.Came came -> refused(came, codec);
          case Result.Broke _,
              Result.Late _,
              Result.TooLarge _,
              Result.Cancelled _,
              Result.Closed _ ->
              unanswered(spent.result());
        };
    return switch (outcome) {
      case Answered answered ->
          mismatch(spent).<EmbedOutcome>map(f -> f).orElse(answered).owing(spent.dues());
      case Failed failed -> held(failed, spent);
    };
  }

  /// Another provider behind the cloud's name than the pinned one (A7).
  private Optional<Failed> mismatch(Spent spent) {
    return pin.flatMap(
        wanted ->
            spent
                .provider()
                .filter(who -> !PinCheck.serves(wanted, who, Map.of()))
                .map(who -> elsewhere(wanted, key.without(who))));
  }

  private Failed elsewhere(String wanted, String who) {
    return new Failed(
        Fault.MISMATCH,
        OptionalInt.of(OK),
        "%s: provider %s answered, the route is pinned to %s".formatted(host, who, wanted));
  }

  /// What the account has to say is the reason, whatever else the answer was.
  private static Failed held(Failed failed, Spent spent) {
    var hold = spent.dues().hold();
    if (hold.isEmpty()) {
      return failed.owing(new Dues(spent.dues().cost(), pause(spent.result())));
    }
    boolean busy = hold.get().kind() == Hold.Kind.PAUSE && failed.status().isPresent();
    var fault = busy ? Fault.BUSY : Fault.WITHHELD;
    return new Failed(fault, failed.status(), failed.message()).owing(spent.dues());
  }

  /// Why no whole answer came.
  EmbedOutcome unanswered(Result result) {
    return switch (result) {
      case Result.Came came -> answered(Fault.INVALID_RESPONSE, "answered %d", came.status());
      case Result.Broke broke -> broken(broke);
      case Result.Late late -> late(late);
      case Result.TooLarge large ->
          answered(Fault.INVALID_RESPONSE, "answered with more than %d bytes", large.limitBytes());
      case Result.Cancelled _ -> failed(Fault.TIMEOUT, "the call was given up");
      case Result.Closed closed -> failed(Fault.UNREACHABLE, closed.why());
    };
  }

  /// An engine without an account may ask for a pause, too.
  private static Optional<Hold> pause(Result result) {
    return result instanceof Result.Came came && came.status() == TOO_MANY
        ? Optional.of(
            new Hold(
                Hold.Kind.PAUSE,
                TOO_MANY,
                "upstream_rate_limited",
                came.head().asked(),
                Optional.empty()))
        : Optional.empty();
  }

  private EmbedOutcome decoded(byte[] body, EmbeddingCodec codec, Asked asked) {
    return switch (codec.decode(body, asked)) {
      case EmbeddingsAnswer.Embedded embedded ->
          new Answered(embedded.vectors(), embedded.model(), embedded.promptTokens());
      case EmbeddingsAnswer.Unusable unusable ->
          new Failed(
              unusable.fault(), OptionalInt.of(OK), host + ": " + key.without(unusable.message()));
    };
  }

  private EmbedOutcome refused(Result.Came came, EmbeddingCodec codec) {
    return new Failed(
        codec.fault(came.status(), ErrorBody.message(came.body())),
        OptionalInt.of(came.status()),
        "%s %s".formatted(host, told(came.status(), came.body())));
  }

  /// A status other than 200 with the engine's own words and what follows from them, to be read
  /// after who or what answered; never with the key.
  String told(int status, byte[] body) {
    String words = ErrorBody.message(key.without(body));
    String advice = key.advice(status);
    return "answered %d%s%s"
        .formatted(
            status, words.isEmpty() ? "" : ": " + words, advice.isEmpty() ? "" : "; " + advice);
  }

  /// The fault that a status other than 200 stands for. What is neither the text's nor the moment's
  /// fault is the route's: a redirect or a 405 says that the URL is wrong. 424 is how
  /// text-embeddings-inference says that the model failed at this text.
  static Fault fault(int status) {
    return switch (status) {
      case 400, 413, 422 -> Fault.REFUSED;
      case 408 -> Fault.TIMEOUT;
      case 424 -> Fault.ENGINE_ERROR;
      case 429, 503 -> Fault.BUSY;
      default -> {
        if (status >= 500) {
          yield Fault.ENGINE_ERROR;
        }
        yield status >= 300 ? Fault.DENIED : Fault.INVALID_RESPONSE;
      }
    };
  }

  private EmbedOutcome broken(Result.Broke broke) {
    return switch (broke.phase()) {
      case CONNECTING -> unconnected(broke.cause());
      case WAITING -> unanswered(broke.cause());
      case READING -> failed(Fault.INVALID_RESPONSE, "connection closed in mid-answer");
    };
  }

  private EmbedOutcome unconnected(Throwable cause) {
    return switch (cause) {
      case ConnectionPoolTooBusyException _ ->
          failed(Fault.BUSY, "too many calls wait for a connection");
      case UnknownHostException _ -> failed(Fault.UNREACHABLE, "name not found");
      case SSLException tls -> failed(Fault.UNREACHABLE, "no TLS connection: " + words(tls));
      case ConnectException refused when refused(refused) ->
          failed(Fault.UNREACHABLE, "connection refused");
      case HttpClosedException _ -> failed(Fault.UNREACHABLE, "connection closed before an answer");
      default -> failed(Fault.UNREACHABLE, "no connection: " + words(cause));
    };
  }

  private EmbedOutcome unanswered(Throwable cause) {
    return closed(cause)
        ? failed(Fault.UNREACHABLE, "connection closed before an answer")
        : failed(Fault.INVALID_RESPONSE, "no readable HTTP answer: " + words(cause));
  }

  /// Whether the peer ended the connection, in whatever way.
  static boolean closed(Throwable cause) {
    return cause instanceof HttpClosedException || cause instanceof IOException;
  }

  private static boolean refused(Throwable cause) {
    return words(cause).toLowerCase(Locale.ROOT).contains("refused");
  }

  private static String words(Throwable cause) {
    String message = cause.getMessage();
    return message == null ? cause.getClass().getSimpleName() : message;
  }

  private EmbedOutcome late(Result.Late late) {
    return switch (late.phase()) {
      case CONNECTING ->
          failed(Fault.UNREACHABLE, "no connection within %d ms".formatted(late.limitMillis()));
      case WAITING -> failed(Fault.TIMEOUT, "no answer within %d ms".formatted(late.limitMillis()));
      case READING ->
          failed(Fault.TIMEOUT, "no whole answer within %d ms".formatted(late.limitMillis()));
    };
  }

  private EmbedOutcome failed(Fault fault, String what) {
    return new Failed(fault, OptionalInt.empty(), host + ": " + what);
  }

  private EmbedOutcome answered(Fault fault, String what, int limit) {
    return new Failed(fault, OptionalInt.of(OK), host + " " + what.formatted(limit));
  }
}
