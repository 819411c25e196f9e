package dev.interlock.it.standin;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/// Small work on texts. Thread: any, pure.
final class Words {
  private Words() {}

  static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

  static List<String> of(String text) {
    return Arrays.stream(text.strip().split("\\s+")).filter(w -> !w.isEmpty()).toList();
  }

  /// All text of a message's content: a string, or the text parts of a list.
  static String content(JsonNode content) {
    if (content.isString()) {
      return content.asString();
    }
    return String.join(
        "\n", content.valueStream().map(part -> part.path("text").asString("")).toList());
  }
}
