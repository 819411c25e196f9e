package dev.interlock.testkit;

import dev.interlock.wire.openai.EmbeddingsCall;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// An embedding engine on a loopback socket that answers by a [Script] and keeps what it saw: the
/// `L1`, `L2` and `C1` of the field cases.
///
/// ```java
/// try (var l1 = ScriptedEmbeddings.start(Scripts.hashing(4))) {
///   l1.answering(Scripts.hashing(4).refusingMoreThan(32, 413));
///   ... l1.url() ... l1.requests() ...
/// }
/// ```
///
/// Thread: any; scripts run on the event loop.
public final class ScriptedEmbeddings extends ScriptedEngine {
  private volatile Script script;
  private final boolean tells;

  private ScriptedEmbeddings(Script script, boolean tells) {
    this.script = script;
    this.tells = tells;
  }

  /// An engine on a free port.
  public static ScriptedEmbeddings start(Script script) {
    return start(script, false);
  }

  /// One whose script answers questions about the engine, too.
  public static ScriptedEmbeddings telling(Script script) {
    return start(script, true);
  }

  private static ScriptedEmbeddings start(Script script, boolean tells) {
    var engine = new ScriptedEmbeddings(script, tells);
    engine.listen();
    return engine;
  }

  /// Another script for all requests from now on; connections stay.
  public ScriptedEmbeddings answering(Script next) {
    script = next;
    return this;
  }

  /// All texts of all requests, oldest first, refused ones included.
  public List<String> texts() {
    return requests().stream().flatMap(request -> request.texts().stream()).toList();
  }

  /// The texts that are not among these, such as the gate's probes.
  public List<String> textsBeyond(Collection<String> known) {
    var set = Set.copyOf(known);
    return texts().stream().filter(text -> !set.contains(text)).toList();
  }

  /// Scripts and counts are about embedding calls alone, unless it tells of itself.
  @Override
  boolean takes(HttpServerRequest incoming) {
    return tells || !incoming.method().equals(HttpMethod.GET);
  }

  @Override
  Optional<EmbeddingsCall> call(byte[] body) {
    return EmbeddingsCall.parse(body) instanceof EmbeddingsCall.Parsed.Valid valid
        ? Optional.of(valid.call())
        : Optional.empty();
  }

  @Override
  void perform(HttpServerRequest incoming, Request request) {
    new Performance(incoming, request, journal(), loop()).perform(reply(request));
  }

  private Reply reply(Request request) {
    try {
      return script.answer(request);
    } catch (RuntimeException e) {
      return Reply.status(500, "the script failed: " + e.getClass().getSimpleName());
    }
  }
}
