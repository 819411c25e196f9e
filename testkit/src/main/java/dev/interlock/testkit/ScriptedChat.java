package dev.interlock.testkit;

import dev.interlock.wire.openai.EmbeddingsCall;
import io.vertx.core.http.HttpServerRequest;
import java.util.Optional;
import java.util.function.Function;

/// A chat engine on a loopback socket that answers by a script and keeps what it saw.
///
/// ```java
/// try (var l1 = ScriptedChat.start(_ -> ChatReply.json(200, Chats.plain("m", "hello")))) {
///   ... l1.url() ... l1.requests() ...
/// }
/// ```
///
/// Thread: any; scripts run on the event loop.
public final class ScriptedChat extends ScriptedEngine {
  private volatile Function<Request, ChatReply> script;

  private ScriptedChat(Function<Request, ChatReply> script) {
    this.script = script;
  }

  /// An engine on a free port.
  public static ScriptedChat start(Function<Request, ChatReply> script) {
    var engine = new ScriptedChat(script);
    engine.listen();
    return engine;
  }

  /// Another script for all requests from now on; connections stay.
  public ScriptedChat answering(Function<Request, ChatReply> next) {
    script = next;
    return this;
  }

  @Override
  boolean takes(HttpServerRequest incoming) {
    return true;
  }

  @Override
  Optional<EmbeddingsCall> call(byte[] body) {
    return Optional.empty();
  }

  @Override
  void perform(HttpServerRequest incoming, Request request) {
    new ChatPerformance(incoming, script.apply(request), journal(), loop()).perform();
  }
}
