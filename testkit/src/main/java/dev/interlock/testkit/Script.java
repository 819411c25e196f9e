package dev.interlock.testkit;

import java.util.function.Function;
import java.util.function.Predicate;

/// What an engine answers to each request. Runs on the stub's event loop, one request at a time, so
/// it must not block: to answer late, return [Reply.Held].
@FunctionalInterface
public interface Script {
  Reply answer(Request request);

  /// Another reply to some of the requests.
  default Script except(Predicate<Request> which, Function<Request, Reply> other) {
    return request -> which.test(request) ? other.apply(request) : answer(request);
  }

  /// Another reply to some of the requests.
  default Script except(Predicate<Request> which, Reply other) {
    return except(which, _ -> other);
  }

  /// Another reply to any request that holds such a text (C16, C76).
  default Script exceptForText(Predicate<String> which, Reply other) {
    return except(request -> request.texts().stream().anyMatch(which), other);
  }

  /// A status for more than so many texts in a request, such as 413 (C15).
  default Script refusingMoreThan(int texts, int status) {
    return except(
        request -> request.texts().size() > texts,
        Reply.status(status, "batch size over the limit of " + texts));
  }

  /// A status for a text of more than so many words parted by white space (C22).
  default Script refusingLongerThan(int words, int status) {
    return exceptForText(
        text -> Words.count(text) > words,
        Reply.status(status, "input over the limit of %d words".formatted(words)));
  }
}
