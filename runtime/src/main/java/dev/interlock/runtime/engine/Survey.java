package dev.interlock.runtime.engine;

import dev.interlock.core.embed.Fault;
import dev.interlock.core.route.EngineHealth;
import dev.interlock.runtime.upstream.EngineHttp;
import dev.interlock.runtime.upstream.Heard;
import java.util.Optional;
import java.util.function.Function;

/// Questions to one engine, with its failures as [Unread].
record Survey(EngineHttp http) {
  private static final int OK = 200;
  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;
  private static final int BUSY = 429;
  private static final int UNAVAILABLE = 503;

  /// Ends a reading from any depth; never seen outside [HttpEngineReader].
  static final class Unread extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final transient Reading reading;

    private Unread(Reading reading) {
      super("unread", null, false, false);
      this.reading = reading;
    }

    Reading reading() {
      return reading;
    }
  }

  /// Host and port as a person reads them.
  String host() {
    return http.endpoint().authority();
  }

  String model() {
    return http.endpoint().model();
  }

  /// What must be told, or the reading has failed.
  <T> T need(String path, Function<byte[], Optional<T>> decoder) {
    return needed(path, http.get(path), decoder);
  }

  /// As [#need], asked with a body.
  <T> T need(String path, byte[] body, Function<byte[], Optional<T>> decoder) {
    return needed(path, http.post(path, body), decoder);
  }

  private <T> T needed(String path, Heard heard, Function<byte[], Optional<T>> decoder) {
    return switch (alive(path, heard)) {
      case Heard.Answer answer when answer.status() == OK ->
          decoder
              .apply(answer.body())
              .orElseThrow(
                  () -> failed(Fault.INVALID_RESPONSE, path + " is not what was expected"));
      case Heard.Answer answer when denied(answer) ->
          throw failed(Fault.DENIED, path + " " + http.told(answer));
      case Heard.Answer answer ->
          throw failed(
              Fault.DENIED,
              "%s answered %d, but its kind must tell what it holds (is the dialect right?)"
                  .formatted(path, answer.status()));
      case Heard.Silence silence -> throw lost(silence);
    };
  }

  /// What may be told, empty where the server knows no such path.
  <T> Optional<T> maybe(String path, Function<byte[], Optional<T>> decoder) {
    return optional(path, http.get(path), decoder);
  }

  /// As [#maybe], by a path of the OpenAI API.
  <T> Optional<T> maybeOpenAi(String path, Function<byte[], Optional<T>> decoder) {
    return optional(path, http.getOpenAi(path), decoder);
  }

  private <T> Optional<T> optional(
      String path, Heard heard, Function<byte[], Optional<T>> decoder) {
    return switch (alive(path, heard)) {
      case Heard.Answer answer when answer.status() == OK -> decoder.apply(answer.body());
      case Heard.Answer _ -> Optional.empty();
      case Heard.Silence silence -> throw lost(silence);
    };
  }

  /// How the server is, by a path where a 503 has this meaning; any other answer shows that it is
  /// up.
  EngineHealth health(String path, EngineHealth unavailable) {
    return health(http.get(path), unavailable);
  }

  /// As [#health], by a path of the OpenAI API.
  EngineHealth healthOpenAi(String path, EngineHealth unavailable) {
    return health(http.getOpenAi(path), unavailable);
  }

  private static EngineHealth health(Heard heard, EngineHealth unavailable) {
    return switch (heard) {
      case Heard.Answer answer when answer.status() == UNAVAILABLE -> unavailable;
      case Heard.Answer _ -> EngineHealth.UP;
      case Heard.Silence _ -> EngineHealth.DOWN;
    };
  }

  /// A server that is loading or overrun says nothing of itself that holds.
  private Heard alive(String path, Heard heard) {
    if (heard instanceof Heard.Answer answer
        && (answer.status() == UNAVAILABLE || answer.status() == BUSY)) {
      throw failed(Fault.BUSY, path + " " + http.told(answer));
    }
    return heard;
  }

  private static boolean denied(Heard.Answer answer) {
    return answer.status() == UNAUTHORIZED || answer.status() == FORBIDDEN;
  }

  Unread failed(Fault fault, String what) {
    return new Unread(new Reading.Failed(fault, host() + ": " + what));
  }

  private static Unread lost(Heard.Silence silence) {
    return new Unread(new Reading.Failed(silence.fault(), silence.message()));
  }
}
