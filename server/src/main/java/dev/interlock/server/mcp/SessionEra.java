package dev.interlock.server.mcp;

import dev.interlock.core.time.Scheduler;
import dev.interlock.server.http.Answer;
import dev.interlock.server.http.Call;
import dev.interlock.server.http.Stream;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.spec.McpSchema.InitializeRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// Revisions up to 2025-11-25: a handshake opens a session, the MCP SDK speaks in it, and this
/// carries its messages over HTTP. A closed stream does not give a request up here; only
/// `notifications/cancelled` and the session's end do.
///
/// Thread: any; blocks while a tool runs.
final class SessionEra {
  static final String SESSION = "Mcp-Session-Id";

  private final ToolBox tools;
  private final SdkServer sdk;
  private final Scheduler scheduler;
  private final Sessions sessions = new Sessions();

  SessionEra(ToolBox tools, Scheduler scheduler) {
    this.tools = tools;
    this.sdk = new SdkServer(tools);
    this.scheduler = scheduler;
  }

  /// Takes a message.
  void post(Call call, Message message, Stream stream) {
    if (message instanceof Message.Request request && request.method().equals("initialize")) {
      initialize(request, new Outbox(stream));
      return;
    }
    switch (session(call)) {
      case Entry.Refused refused -> stream.answer(refused.answer());
      case Entry.Granted granted -> accept(call, granted.session(), message, stream);
    }
  }

  /// Whether a request may enter the session that it names.
  private sealed interface Entry {
    record Granted(Session session) implements Entry {}

    record Refused(Answer answer) implements Entry {}
  }

  private Entry session(Call call) {
    var version = call.header(Versions.HEADER);
    if (version.filter(v -> !Versions.HANDSHAKE.contains(v)).isPresent()) {
      return refused(
          400,
          "revision %s is not spoken here; there are: %s"
              .formatted(version.get(), String.join(", ", Versions.ALL)));
    }
    var id = call.header(SESSION);
    if (id.isEmpty()) {
      return refused(400, "no session: begin with initialize and send its " + SESSION);
    }
    return sessions
        .find(id.get())
        .<Entry>map(Entry.Granted::new)
        .orElseGet(() -> refused(404, "there is no such session (any more); begin anew"));
  }

  private static Entry refused(int status, String message) {
    return new Entry.Refused(
        Answer.json(
            status,
            Message.bytes(
                Message.error(Optional.empty(), new Fault(Fault.INVALID_REQUEST, message)))));
  }

  private void initialize(Message.Request request, Outbox outbox) {
    if (!request.params().path("protocolVersion").isString()) {
      fail(outbox, request, "protocolVersion is missing");
      return;
    }
    try {
      var opened = sdk.open(sdk.json().convertValue(request.params(), InitializeRequest.class));
      var session = new Session(opened.session());
      var result = sdk.json().convertValue(opened.initResult().block(), JsonNode.class);
      sessions.add(session);
      outbox.answer(
          Answer.json(200, Message.bytes(Message.result(request.id(), result)))
              .with(SESSION, session.id()));
    } catch (JacksonException | IllegalArgumentException e) {
      fail(outbox, request, "initialize is not understood: " + e.getMessage());
    }
  }

  private static void fail(Outbox outbox, Message.Request request, String message) {
    outbox.answer(
        200, Message.error(Optional.of(request.id()), new Fault(Fault.INVALID_PARAMS, message)));
  }

  private void accept(Call call, Session session, Message message, Stream stream) {
    switch (message) {
      case Message.Request request -> answer(session, request, call, new Outbox(stream));
      case Message.Notification told -> {
        heard(session, told);
        stream.answer(McpEndpoint.ACCEPTED);
      }
      case Message.Reply _ -> stream.answer(McpEndpoint.ACCEPTED);
      case Message.Malformed malformed -> stream.answer(McpEndpoint.refusal(malformed.fault()));
    }
  }

  /// Notes of no meaning here are passed over.
  private static void heard(Session session, Message.Notification told) {
    if (told.method().equals("notifications/cancelled")) {
      session.giveUp(told.params().path("requestId"));
    } else if (told.method().equals("notifications/initialized")) {
      session.protocol().accept(new JSONRPCNotification(told.method(), Map.of())).block();
    }
  }

  private void answer(Session session, Message.Request request, Call call, Outbox outbox) {
    var wrong =
        request.method().equals("tools/call") ? tools.fault(request) : Optional.<Fault>empty();
    if (wrong.isPresent()) {
      outbox.answer(200, Message.error(Optional.of(request.id()), wrong.get()));
      return;
    }
    var begun = session.begin(request.id(), call);
    if (begun.isEmpty()) {
      var fault = new Fault(Fault.INVALID_REQUEST, "a request of that id is in flight");
      outbox.answer(400, Message.error(Optional.of(request.id()), fault));
      return;
    }
    var activity = begun.get();
    try {
      session
          .protocol()
          .responseStream(new ReplyTransport(sdk.json(), outbox, activity))
          .handle(sdkRequest(request))
          .contextWrite(
              context ->
                  context.put(
                      McpTransportContext.KEY,
                      McpTransportContext.create(Map.of(SdkServer.ACTIVITY, activity))))
          .block();
      if (activity.isGivenUp()) {
        outbox.drop();
      }
    } finally {
      session.end(request.id());
    }
  }

  private static JSONRPCRequest sdkRequest(Message.Request request) {
    Object id = request.id().isString() ? request.id().asString() : request.id().asLong();
    return new JSONRPCRequest(request.method(), id, request.params());
  }

  /// Opens the session's stream for what the server says by itself.
  void get(Call call, Stream stream) {
    switch (session(call)) {
      case Entry.Refused refused -> stream.answer(refused.answer());
      case Entry.Granted granted -> {
        var queue = new EventQueue(scheduler);
        granted.session().listen(queue);
        try {
          granted.session().protocol().listeningStream(new QueueTransport(sdk.json(), queue));
          queue.run(stream);
        } finally {
          granted.session().unlisten(queue);
        }
      }
    }
  }

  /// Ends the session.
  void delete(Call call, Stream stream) {
    switch (session(call)) {
      case Entry.Refused refused -> stream.answer(refused.answer());
      case Entry.Granted granted -> {
        sessions.remove(granted.session());
        stream.answer(new Answer(204, "application/json", Map.of(), new byte[0]));
      }
    }
  }
}
