package dev.interlock.server.mcp;

import dev.interlock.core.error.ApiError;
import dev.interlock.server.files.FileService;
import dev.interlock.server.files.FileView;
import dev.interlock.server.files.ReadRequest;
import dev.interlock.server.http.Rejected;
import dev.interlock.server.ledger.Askers;
import dev.interlock.server.search.SearchAnswer;
import dev.interlock.server.search.SearchBody;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/// The tools that agents are given, always in the same order.
final class ToolBox {
  /// What a model is told of all of them together.
  static final String INSTRUCTIONS =
      "Interlock holds an index over folders of code and documents. `search` finds passages by"
          + " words and by meaning; `read` gives the lines of a file that a search named;"
          + " `index_status` says what is indexed and whether it is whole. A hit or file marked"
          + " stale has changed since it was indexed.";

  private static final String SEARCH_INPUT =
      """
      {"type": "object", "additionalProperties": false, "required": ["query"], "properties": {
        "query": {"type": "string", "minLength": 1, "maxLength": %d,
          "description": "Words, identifiers or a question."},
        "mode": {"type": "string", "enum": ["hybrid", "vector", "lexical"], "default": "hybrid",
          "description": "By words and by meaning, by meaning only, or by words only."},
        "project": {"type": "string",
          "description": "Only this root, by the name that index_status shows."},
        "path": {"type": "string",
          "description": "Only paths that this glob matches, such as src/**/*.java."},
        "language": {"type": "string", "description": "Only this language, such as java."},
        "table": {"type": "string", "enum": ["code", "docs"],
          "description": "Only code, or only documents."},
        "limit": {"type": "integer", "minimum": 1, "maximum": %d, "default": %d,
          "description": "Hits at the most."}}}
      """
          .formatted(SearchBody.LONGEST_QUERY, SearchBody.MOST_HITS, SearchBody.DEFAULT_LIMIT);

  private static final String READ_INPUT =
      """
      {"type": "object", "additionalProperties": false, "required": ["path"], "properties": {
        "path": {"type": "string", "minLength": 1,
          "description": "The file's path below its root, as a search shows it."},
        "project": {"type": "string",
          "description": "The root's name; needed where several roots have that path."},
        "startLine": {"type": "integer", "minimum": 1, "default": 1,
          "description": "First line, counted from 1."},
        "endLine": {"type": "integer", "minimum": 1,
          "description": "Last line, inclusive; one answer takes up to %d lines."}}}
      """
          .formatted(FileService.MOST_LINES);

  private static final String NO_INPUT = "{\"type\": \"object\", \"additionalProperties\": false}";

  private final List<Tool> tools;

  ToolBox(McpEndpoint.Sources sources, Supplier<IndexStatus> status) {
    this.tools = List.of(searching(sources), reading(sources.files()), telling(status));
  }

  List<Tool> all() {
    return tools;
  }

  Optional<Tool> find(String name) {
    return tools.stream().filter(t -> t.name().equals(name)).findFirst();
  }

  /// What is wrong with a call before any tool sees it.
  Optional<Fault> fault(Message.Request call) {
    var name = call.params().path("name").asString("");
    if (find(name).isEmpty()) {
      return Optional.of(
          new Fault(
              Fault.INVALID_PARAMS,
              "there is no tool '%s'; there are: %s"
                  .formatted(
                      name, tools.stream().map(Tool::name).collect(Collectors.joining(", ")))));
    }
    var arguments = call.params().path("arguments");
    return arguments.isMissingNode() || arguments.isObject()
        ? Optional.empty()
        : Optional.of(new Fault(Fault.INVALID_PARAMS, "arguments must be an object"));
  }

  private static SearchAnswer search(
      McpEndpoint.Sources sources, ObjectNode given, Activity activity) {
    var body = Tool.arguments(given, SearchBody.class);
    var request = body.request();
    var errand = Askers.searching(activity.call(), body.project());
    var trail = sources.clerk().trail(errand, request.mode().word());
    return sources.search().search(request, trail, activity);
  }

  private static Tool searching(McpEndpoint.Sources sources) {
    return new Tool(
        new Tool.Naming(
            "search",
            "Search code and documents",
            "Find passages of the indexed code and documents by words and by meaning. Gives each"
                + " hit's project, path, lines and a snippet, best first."),
        schema(SEARCH_INPUT),
        Shapes.of(SearchAnswer.class),
        (given, activity) -> search(sources, given, activity));
  }

  /// @param path below the root
  record ReadArguments(
      Optional<String> path,
      Optional<String> project,
      Optional<Integer> startLine,
      Optional<Integer> endLine) {
    ReadRequest request() {
      var wanted =
          path.filter(p -> !p.isBlank())
              .orElseThrow(
                  () ->
                      new Rejected(
                          ApiError.invalid(
                              "invalid_value",
                              "path",
                              "path is missing",
                              "give the path of a file, as a search shows it")));
      return new ReadRequest(project, wanted, number(startLine), number(endLine));
    }

    private static OptionalInt number(Optional<Integer> given) {
      return given.map(OptionalInt::of).orElseGet(OptionalInt::empty);
    }
  }

  private static Tool reading(FileService service) {
    return new Tool(
        new Tool.Naming(
            "read",
            "Read an indexed file",
            "Read lines of a file of an indexed root, as it stands on disk now. Only indexed files"
                + " can be read; stale says that it changed since it was indexed."),
        schema(READ_INPUT),
        Shapes.of(FileView.class),
        (given, _) -> service.read(Tool.arguments(given, ReadArguments.class).request()));
  }

  /// No arguments.
  record Nothing() {}

  private static Tool telling(Supplier<IndexStatus> status) {
    return new Tool(
        new Tool.Naming(
            "index_status",
            "Tell what is indexed",
            "Tell which folders are indexed, how many rows have a vector, which jobs run, and which"
                + " routes may serve a search."),
        schema(NO_INPUT),
        Shapes.of(IndexStatus.class),
        (given, _) -> {
          Tool.arguments(given, Nothing.class);
          return status.get();
        });
  }

  private static ObjectNode schema(String json) {
    return (ObjectNode) Message.JSON.readTree(json);
  }
}
