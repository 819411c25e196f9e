package dev.interlock.server.gateway;

import dev.interlock.core.profile.Fault;
import dev.interlock.runtime.upstream.Failure;
import dev.interlock.wire.chat.AnswerScan;
import io.vertx.core.buffer.Buffer;

/// Reads an answer that comes at once, and hands it on only if it is whole and checked.
final class PlainReader implements AnswerReader {
  private static final int MOST_BYTES = 64 << 20;

  private final LiveAttempt attempt;
  private final boolean streamWanted;
  private Buffer body = Buffer.buffer();
  private boolean ours;

  /// @param streamWanted whether a stream was asked for, so that this is no answer
  PlainReader(LiveAttempt attempt, boolean streamWanted) {
    this.attempt = attempt;
    this.streamWanted = streamWanted;
  }

  @Override
  public void bytes(Buffer part) {
    if (body.length() + part.length() > MOST_BYTES) {
      attempt.fail(Failure.of(Fault.INVALID_RESPONSE, "answered with more than 64 MiB"));
    } else if (body.length() == 0) {
      body = part;
    } else {
      append(part);
    }
  }

  private void append(Buffer part) {
    if (!ours) {
      // The first part came from the wire and may be no larger than it is.
      body = Buffer.buffer(4 * (body.length() + part.length())).appendBuffer(body);
      ours = true;
    }
    body.appendBuffer(part);
  }

  @Override
  public void end() {
    var bytes = body.getBytes(0, body.length());
    var part = attempt.scan().read(bytes, 0, bytes.length);
    switch (part) {
      case CONTENT -> checked();
      case ERROR -> attempt.fail(errorInside(attempt.scan()));
      case BARE, USAGE -> attempt.fail(empty(attempt.scan()));
      case DONE, UNREADABLE ->
          attempt.fail(
              Failure.of(Fault.INVALID_RESPONSE, "answered 200 with something else than choices"));
    }
  }

  static Failure errorInside(AnswerScan scan) {
    var said = scan.error().isEmpty() ? "" : ": " + scan.error();
    return Failure.of(Fault.ERROR, "reported an error inside a 200" + said);
  }

  static Failure empty(AnswerScan scan) {
    return Failure.of(
        Fault.EMPTY_ANSWER,
        scan.content() ? "answered with thoughts only" : "answered without content");
  }

  private void checked() {
    if (streamWanted) {
      attempt.fail(
          Failure.of(Fault.INVALID_RESPONSE, "answered at once, though a stream was asked for"));
      return;
    }
    if (!attempt.scan().finished()) {
      attempt.fail(Failure.of(Fault.INCOMPLETE, "answered without a finish"));
      return;
    }
    if (!attempt.scan().answered()) {
      attempt.fail(empty(attempt.scan()));
      return;
    }
    var wrong = attempt.mismatch();
    if (wrong.isPresent()) {
      attempt.fail(wrong.get());
    } else {
      attempt.whole(body, "application/json");
    }
  }
}
