package dev.interlock.app.cli;

import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscribers;
import java.util.concurrent.Flow;
import java.util.function.Consumer;

/// Takes an answer of `/mcp` apart into messages as they come: a whole body is one, each event of a
/// stream is one. Confined to the client's thread of that answer.
final class McpReply implements Flow.Subscriber<String> {
  private final boolean events;
  private final Consumer<String> taker;
  private final StringBuilder collected = new StringBuilder();

  private McpReply(boolean events, Consumer<String> taker) {
    this.events = events;
    this.taker = taker;
  }

  /// Hands each message over.
  static BodyHandler<Void> to(Consumer<String> taker) {
    return info -> {
      boolean events =
          info.headers()
              .firstValue("Content-Type")
              .filter(type -> type.startsWith("text/event-stream"))
              .isPresent();
      return BodySubscribers.fromLineSubscriber(new McpReply(events, taker));
    };
  }

  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    subscription.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(String line) {
    if (!events) {
      collected.append(line);
    } else if (line.isEmpty()) {
      hand();
    } else if (line.startsWith("data:")) {
      collected.append(line.substring(5).strip());
    }
  }

  /// What broke is told by the answer's own future.
  @Override
  public void onError(Throwable broken) {}

  @Override
  public void onComplete() {
    hand();
  }

  private void hand() {
    if (!collected.isEmpty()) {
      taker.accept(collected.toString());
      collected.setLength(0);
    }
  }
}
