package dev.interlock.testkit;

import java.util.Arrays;

/// Chat answers as an engine writes them. Texts must need no escape.
public final class Chats {
  private Chats() {}

  /// A plain answer with usage: 7 tokens read, 3 written.
  public static String plain(String model, String content) {
    return """
    {"id":"c-1","object":"chat.completion","created":1,"model":"%s","choices":[{"index":0,\
    "message":{"role":"assistant","content":"%s"},"finish_reason":"stop","logprobs":null}],"usage":\
    {"prompt_tokens":7,"completion_tokens":3,"total_tokens":10}}\
    """
        .formatted(model, content);
  }

  /// A chunk's JSON with this delta and finish, such as `{"content":"a"}` and `null`.
  public static String chunk(String model, String delta, String finish) {
    return """
    {"id":"c-1","object":"chat.completion.chunk","created":1,"model":"%s","choices":[{"index":0,\
    "delta":%s,"finish_reason":%s}]}\
    """
        .formatted(model, delta, finish);
  }

  /// The first chunk: who speaks, and no content.
  public static String role(String model) {
    return chunk(model, "{\"role\":\"assistant\",\"content\":\"\"}", "null");
  }

  /// A chunk with content.
  public static String text(String model, String content) {
    return chunk(model, "{\"content\":\"%s\"}".formatted(content), "null");
  }

  /// The last chunk: a finish in order.
  public static String stop(String model) {
    return chunk(model, "{}", "\"stop\"");
  }

  /// The chunk with usage: 7 tokens read, 3 written.
  public static String usage(String model) {
    return """
    {"id":"c-1","object":"chat.completion.chunk","created":1,"model":"%s","choices":[],"usage":\
    {"prompt_tokens":7,"completion_tokens":3,"total_tokens":10}}\
    """
        .formatted(model);
  }

  /// All chunks of an answer, role and finish included.
  public static String[] chunks(String model, String... contents) {
    var all = new String[contents.length + 2];
    Arrays.setAll(
        all,
        i ->
            i == 0
                ? role(model)
                : i > contents.length ? stop(model) : text(model, contents[i - 1]));
    return all;
  }

  /// An error's JSON in OpenAI's shape.
  public static String error(String message, String code) {
    return "{\"error\":{\"message\":\"%s\",\"type\":\"stub\",\"param\":null,\"code\":\"%s\"}}"
        .formatted(message, code);
  }
}
