package dev.interlock.server.mcp;

import dev.interlock.core.error.ApiError;
import dev.interlock.server.http.Json;
import dev.interlock.server.http.Rejected;
import dev.interlock.server.search.GivenUp;
import java.util.logging.Level;
import java.util.logging.Logger;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Something that an agent can call. All of them only read, and only what is on this machine or on
/// its own routes.
///
/// @param input JSON schema of the arguments
/// @param output JSON schema of the structured result
record Tool(Naming naming, ObjectNode input, ObjectNode output, Work work) {
  private static final Logger LOG = Logger.getLogger(Tool.class.getName());

  /// How a tool is told to people and models.
  record Naming(String name, String title, String description) {}

  /// What a tool does.
  @FunctionalInterface
  interface Work {
    /// Blocks; returns the structured result.
    ///
    /// @throws Rejected with what the caller can do about it
    Object run(ObjectNode arguments, Activity activity);
  }

  /// What came of a call.
  sealed interface Outcome {
    /// It went well.
    ///
    /// @param structured fits the tool's output schema
    record Done(JsonNode structured) implements Outcome {}

    /// The tool failed or refused, in words that a model can act on.
    record Failed(String text) implements Outcome {}

    /// What stands in the result's text block: for one who reads no structure, the same as JSON.
    default String text() {
      return switch (this) {
        case Done done -> done.structured().toString();
        case Failed failed -> failed.text();
      };
    }

    /// Fills in a result of the protocol.
    default void into(ObjectNode result) {
      result.putArray("content").addObject().put("type", "text").put("text", text());
      switch (this) {
        case Done done -> result.set("structuredContent", done.structured());
        case Failed _ -> result.put("isError", true);
      }
    }
  }

  /// The tool as lists of tools tell it.
  ObjectNode definition() {
    var tool =
        Message.JSON
            .createObjectNode()
            .put("name", naming.name())
            .put("title", naming.title())
            .put("description", naming.description());
    tool.set("inputSchema", input);
    tool.set("outputSchema", output);
    tool.putObject("annotations")
        .put("title", naming.title())
        .put("readOnlyHint", true)
        .put("destructiveHint", false)
        .put("idempotentHint", true)
        .put("openWorldHint", false);
    return tool;
  }

  String name() {
    return naming.name();
  }

  /// Runs the tool. Throws nothing but what giving up throws.
  ///
  /// @throws GivenUp if the call was given up
  Outcome call(ObjectNode arguments, Activity activity) {
    try {
      return new Outcome.Done(Message.JSON.valueToTree(work.run(arguments, activity)));
    } catch (Rejected e) {
      return new Outcome.Failed(words(e.error()));
    } catch (GivenUp e) {
      throw e;
    } catch (RuntimeException e) {
      LOG.log(Level.SEVERE, e, () -> "tool %s broke".formatted(name()));
      return new Outcome.Failed("internal_error: the server broke; its log says where");
    }
  }

  private static String words(ApiError error) {
    var text = "%s: %s".formatted(error.code(), error.message());
    return error.hint().isEmpty() ? text : "%s (%s)".formatted(text, error.hint());
  }

  /// Arguments in the shape of a record.
  ///
  /// @throws Rejected if they don't fit; it names the argument
  static <T> T arguments(ObjectNode given, Class<T> shape) {
    return switch (Json.read(Message.bytes(given), shape)) {
      case Json.Parsed.Valid<T> valid -> valid.value();
      case Json.Parsed.Wrong<T> wrong ->
          throw new Rejected(
              ApiError.invalid(
                  "invalid_arguments",
                  wrong.error().param().orElse(""),
                  "argument %s: %s"
                      .formatted(wrong.error().param().orElse(""), wrong.error().message()),
                  "the tool's inputSchema says what is allowed"));
    };
  }
}
