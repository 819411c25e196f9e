package dev.interlock.server.gateway;

import dev.interlock.core.profile.Fault;
import dev.interlock.runtime.upstream.Failure;
import dev.interlock.wire.chat.SseScanner;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.buffer.BufferInternal;

/// Reads a streamed answer. Each event is looked at before it goes on; all are held back until the
/// first content, so that a wrong answerer can still be refused with a status. The bytes go on as
/// they came.
final class StreamReader implements AnswerReader {
  private static final Buffer BLANK_LINE = Buffer.buffer("\n\n");

  private final LiveAttempt attempt;
  private final boolean usageWanted;
  private final SseScanner scanner = new SseScanner();
  private int passed;
  private boolean over;
  private boolean done;

  /// @param usageWanted whether the caller asked for a usage event
  StreamReader(LiveAttempt attempt, boolean usageWanted) {
    this.attempt = attempt;
    this.usageWanted = usageWanted;
  }

  @Override
  public void bytes(Buffer part) {
    if (over) {
      return;
    }
    boolean alone = scanner.length() == 0;
    if (!scanner.put(array(part))) {
      fail(Failure.of(Fault.INVALID_RESPONSE, "sent an event that does not end"));
      return;
    }
    passed = 0;
    while (!over && scanner.next()) {
      judge();
    }
    if (attempt.open() && !failed()) {
      boolean untouched = alone && passed == 0 && scanner.whole() == part.length();
      passOrEnd(untouched ? part : cut(passed, scanner.whole()));
      scanner.release();
    }
  }

  /// The bytes themselves where they lie in an array of their own, as they do when they come from a
  /// connection; a copy otherwise.
  private static byte[] array(Buffer part) {
    var bytes = ((BufferInternal) part).getByteBuf();
    boolean own =
        bytes.hasArray() && bytes.arrayOffset() == 0 && bytes.array().length == part.length();
    return own ? bytes.array() : part.getBytes(0, part.length());
  }

  private boolean failed() {
    return over && !done;
  }

  @Override
  public void end() {
    if (over) {
      return;
    }
    passed = 0;
    if (scanner.last()) {
      judge();
      if (attempt.open() && !failed()) {
        passOrEnd(cut(passed, scanner.whole()).appendBuffer(BLANK_LINE));
      }
    }
    if (!over) {
      var what = attempt.scan().finished() ? "its end mark" : "a finish";
      fail(Failure.of(Fault.INCOMPLETE, "ended its stream without " + what));
    }
  }

  /// Looks at the event that the scanner stands on.
  private void judge() {
    var part = attempt.scan().read(scanner.data(), scanner.from(), scanner.to());
    switch (part) {
      case CONTENT -> content();
      case BARE -> named();
      case USAGE -> usage();
      case DONE -> endMark();
      case ERROR -> fail(PlainReader.errorInside(attempt.scan()));
      case UNREADABLE ->
          fail(
              Failure.of(
                  Fault.INVALID_RESPONSE, "sent an event that is no JSON object with choices"));
    }
  }

  private void content() {
    var wrong = attempt.mismatch();
    if (wrong.isPresent()) {
      fail(wrong.get());
    } else {
      attempt.content();
    }
  }

  /// A wrong name is wrong before any content, too; that there is none yet is not.
  private void named() {
    if (attempt.scan().model().isPresent()) {
      attempt.mismatch().ifPresent(this::fail);
    }
  }

  private void usage() {
    named();
    if (!over && !usageWanted && attempt.open()) {
      pass(cut(passed, scanner.start()));
      passed = scanner.whole();
    }
  }

  private void endMark() {
    var scan = attempt.scan();
    if (!scan.finished()) {
      fail(Failure.of(Fault.INCOMPLETE, "ended its stream without a finish"));
    } else if (!scan.answered()) {
      fail(PlainReader.empty(scan));
    } else {
      over = true;
      done = true;
    }
  }

  /// What came before the failing event still goes on, if anything has.
  private void fail(Failure failure) {
    over = true;
    if (attempt.open() && scanner.start() > passed) {
      pass(cut(passed, scanner.start()));
    }
    attempt.fail(failure);
  }

  private Buffer cut(int from, int to) {
    return Buffer.buffer(to - from).appendBytes(scanner.kept(), from, to - from);
  }

  private void passOrEnd(Buffer bytes) {
    if (done) {
      attempt.complete(bytes);
    } else {
      pass(bytes);
    }
  }

  private void pass(Buffer bytes) {
    if (bytes.length() > 0) {
      attempt.pass(bytes);
    }
  }
}
