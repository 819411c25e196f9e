package dev.interlock.server.mcp;

import dev.interlock.core.time.Scheduler;
import dev.interlock.index.table.Tables;
import dev.interlock.runtime.egress.Clerk;
import dev.interlock.runtime.gate.Gatekeeper;
import dev.interlock.server.files.FileService;
import dev.interlock.server.http.Answer;
import dev.interlock.server.http.Call;
import dev.interlock.server.http.Endpoint;
import dev.interlock.server.http.Endpoint.Access;
import dev.interlock.server.http.Endpoint.Trace;
import dev.interlock.server.http.Stream;
import dev.interlock.server.jobs.JobEngine;
import dev.interlock.server.search.SearchService;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// `/mcp`: the Model Context Protocol over HTTP, in both eras (A18). How a message opens tells
/// which: with the metadata of a request that stands alone, or with a handshake and the session of
/// it.
///
/// Nothing of it is loaded before the first message of its era. Thread: any; blocks while a tool
/// runs.
public final class McpEndpoint {
  static final Answer ACCEPTED = new Answer(202, "application/json", Map.of(), new byte[0]);

  private static final String PATH = "/mcp";

  private final Lazily<StandaloneEra> standalone;
  private final Lazily<SessionEra> sessions;

  /// What the tools work with.
  public record Sources(
      SearchService search,
      Clerk clerk,
      FileService files,
      JobEngine jobs,
      Gatekeeper gatekeeper,
      Tables tables) {}

  public McpEndpoint(Sources sources, Scheduler scheduler) {
    var tools = new Lazily<>(() -> new ToolBox(sources, () -> IndexStatus.of(sources)));
    this.standalone = new Lazily<>(() -> new StandaloneEra(tools.get()));
    this.sessions = new Lazily<>(() -> new SessionEra(tools.get(), scheduler));
  }

  /// What is answered.
  public List<Endpoint> endpoints() {
    return List.of(
        Endpoint.recorded("POST", PATH, (Endpoint.Streaming) this::post),
        unrecorded("GET", this::get),
        unrecorded("DELETE", this::delete));
  }

  private static Endpoint unrecorded(String method, Endpoint.Streaming work) {
    return new Endpoint(method, PATH, Access.OPEN, Trace.UNRECORDED, work);
  }

  private void post(Call call, Stream stream) {
    var message = Message.parse(call.body());
    switch (message) {
      case Message.Malformed malformed -> stream.answer(refusal(malformed.fault()));
      case Message.Request request
          when !request.method().equals("initialize")
              && StandaloneEra.speaks(call, request.params()) ->
          standalone.get().answer(call, request, stream);
      case Message.Notification told when StandaloneEra.speaks(call, told.params()) ->
          stream.answer(ACCEPTED);
      case Message.Request _, Message.Notification _, Message.Reply _ ->
          sessions.get().post(call, message, stream);
    }
  }

  static Answer refusal(Fault fault) {
    return Answer.json(fault.status(), Message.bytes(Message.error(Optional.empty(), fault)));
  }

  private void get(Call call, Stream stream) {
    if (standsAlone(call)) {
      stream.answer(StandaloneEra.onlyPost());
    } else {
      sessions.get().get(call, stream);
    }
  }

  private void delete(Call call, Stream stream) {
    if (standsAlone(call)) {
      stream.answer(StandaloneEra.onlyPost());
    } else {
      sessions.get().delete(call, stream);
    }
  }

  private static boolean standsAlone(Call call) {
    return call.header(Versions.HEADER).filter(Versions.STANDALONE::equals).isPresent();
  }

  /// Made at its first use.
  private static final class Lazily<T> {
    private final Supplier<T> maker;
    private Optional<T> made = Optional.empty();

    Lazily(Supplier<T> maker) {
      this.maker = maker;
    }

    synchronized T get() {
      if (made.isEmpty()) {
        made = Optional.of(maker.get());
      }
      return made.get();
    }
  }
}
