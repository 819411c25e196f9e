package dev.interlock.server.mcp;

import dev.interlock.server.http.Answer;
import dev.interlock.server.http.Call;
import dev.interlock.server.http.Stream;
import dev.interlock.server.search.GivenUp;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// Revision 2026-07-28: every request stands alone and says in its metadata what it speaks; headers
/// repeat parts of the body and must agree with it; a closed stream gives a request up.
///
/// Thread: any; blocks while a tool runs.
final class StandaloneEra {
  private static final String CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
  private static final String SERVER = "io.modelcontextprotocol/serverInfo";

  /// How long a list may be kept, milliseconds: the tools only change with the program.
  private static final int LIST_TTL_MS = 3_600_000;

  private final ToolBox tools;

  StandaloneEra(ToolBox tools) {
    this.tools = tools;
  }

  /// Whether a message belongs to this era.
  static boolean speaks(Call call, ObjectNode params) {
    return params.path("_meta").has(Versions.META)
        || call.header(Versions.HEADER).filter(Versions.STANDALONE::equals).isPresent();
  }

  /// Answers a request.
  void answer(Call call, Message.Request request, Stream stream) {
    var outbox = new Outbox(stream);
    var fault = fault(call, request);
    if (fault.isPresent()) {
      refuse(outbox, request, fault.get());
      return;
    }
    switch (request.method()) {
      case "server/discover" -> outbox.answer(200, Message.result(request.id(), discovered()));
      case "tools/list" -> list(outbox, request);
      case "tools/call" -> run(call, request, outbox, stream);
      case String method ->
          refuse(
              outbox, request, new Fault(Fault.METHOD_NOT_FOUND, "there is no method " + method));
    }
  }

  private static void refuse(Outbox outbox, Message.Request request, Fault fault) {
    outbox.answer(fault.status(), Message.error(Optional.of(request.id()), fault));
  }

  private static Optional<Fault> fault(Call call, Message.Request request) {
    return versionFault(call, request)
        .or(() -> mirrored(call, "Mcp-Method", request.method()))
        .or(
            () ->
                request.method().equals("tools/call")
                    ? mirrored(call, "Mcp-Name", request.params().path("name").asString(""))
                    : Optional.empty());
  }

  private static Optional<Fault> versionFault(Call call, Message.Request request) {
    var version = request.meta(Versions.META);
    if (!version.isString() || !request.meta(CAPABILITIES).isObject()) {
      return Optional.of(
          new Fault(
              Fault.INVALID_PARAMS,
              "params._meta must hold %s, a text, and %s, an object"
                  .formatted(Versions.META, CAPABILITIES)));
    }
    var wrong = mirrored(call, "MCP-Protocol-Version", version.asString());
    return wrong.isPresent() || version.asString().equals(Versions.STANDALONE)
        ? wrong
        : Optional.of(unsupported(version.asString()));
  }

  private static Fault unsupported(String requested) {
    var data = Message.JSON.createObjectNode();
    var supported = data.putArray("supported");
    Versions.ALL.forEach(supported::add);
    data.put("requested", requested);
    return new Fault(
        Fault.UNSUPPORTED_VERSION,
        "revision %s is not spoken here in this form".formatted(requested),
        Optional.of(data));
  }

  private static Optional<Fault> mirrored(Call call, String header, String body) {
    var given = call.header(header).flatMap(StandaloneEra::decoded);
    return given.filter(body::equals).isPresent()
        ? Optional.empty()
        : Optional.of(
            new Fault(
                Fault.HEADER_MISMATCH,
                "header %s is %s, the body says '%s'"
                    .formatted(header, given.map(g -> "'" + g + "'").orElse("missing"), body)));
  }

  /// What can't stand in a header comes as `=?base64?...?=`.
  private static Optional<String> decoded(String header) {
    if (!header.startsWith("=?base64?") || !header.endsWith("?=") || header.length() < 11) {
      return Optional.of(header);
    }
    try {
      var bytes = Base64.getDecoder().decode(header.substring(9, header.length() - 2));
      return Optional.of(new String(bytes, StandardCharsets.UTF_8));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static ObjectNode discovered() {
    var result = cacheable();
    var versions = result.putArray("supportedVersions");
    Versions.ALL.forEach(versions::add);
    result.putObject("capabilities").putObject("tools");
    return result.put("instructions", ToolBox.INSTRUCTIONS);
  }

  private void list(Outbox outbox, Message.Request request) {
    if (request.params().has("cursor")) {
      refuse(
          outbox,
          request,
          new Fault(Fault.INVALID_PARAMS, "there is one page only, and no cursor to it"));
      return;
    }
    var result = cacheable();
    var list = result.putArray("tools");
    tools.all().forEach(tool -> list.add(tool.definition()));
    outbox.answer(200, Message.result(request.id(), result));
  }

  private void run(Call call, Message.Request request, Outbox outbox, Stream stream) {
    var fault = tools.fault(request);
    if (fault.isPresent()) {
      refuse(outbox, request, fault.get());
      return;
    }
    var tool = tools.find(request.params().path("name").asString("")).orElseThrow();
    var activity = new Activity(call);
    var token = request.meta("progressToken");
    if (token.isString() || token.isIntegralNumber()) {
      activity.reportTo(
          (number, doing) -> outbox.event(Message.bytes(Message.progress(token, number, doing))));
    }
    stream.onGone(activity::giveUp);
    try {
      var result = complete();
      tool.call(arguments(request), activity).into(result);
      outbox.answer(200, Message.result(request.id(), result));
    } catch (GivenUp e) {
      outbox.drop();
    }
  }

  private static ObjectNode arguments(Message.Request request) {
    return request.params().path("arguments") instanceof ObjectNode object
        ? object
        : Message.JSON.createObjectNode();
  }

  private static ObjectNode complete() {
    var result = Message.JSON.createObjectNode().put("resultType", "complete");
    result.putObject("_meta").set(SERVER, Identity.json());
    return result;
  }

  private static ObjectNode cacheable() {
    return complete().put("ttlMs", LIST_TTL_MS).put("cacheScope", "public");
  }

  /// What a request by another method than POST gets.
  static Answer onlyPost() {
    return new Answer(405, "application/json", Map.of("Allow", "POST"), new byte[0]);
  }
}
