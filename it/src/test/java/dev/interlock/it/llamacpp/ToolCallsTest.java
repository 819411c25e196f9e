package dev.interlock.it.llamacpp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.it.cases.ChatRows;
import dev.interlock.it.cases.Talk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Tool calls of a real engine, under a template that knows tools. Three calls that were made
/// before lead the model to a fourth; what it calls for is not looked at.
@Tag("engines")
final class ToolCallsTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String TEMPLATE =
      """
      {%- if tools %}<|im_start|>system
      Answer by a tool: {% for t in tools %}{{ t | tojson }}{% endfor %}
      <tool_call>{"name": "...", "arguments": {}}</tool_call><|im_end|>
      {% endif %}{% for m in messages %}<|im_start|>{{ m.role }}
      {% if m.tool_calls %}{% for c in m.tool_calls %}<tool_call>
      {"name": "{{ c.function.name }}", "arguments": {{ c.function.arguments | tojson }}}
      </tool_call>{% endfor %}{% else %}{{ m.content }}{% endif %}<|im_end|>
      {% endfor %}{% if add_generation_prompt %}<|im_start|>assistant
      {% endif %}\
      """;
  private static final String TOOLS =
      """
      "max_tokens":60,"tool_choice":"required","tools":[{"type":"function","function":{
      "name":"get_weather","description":"Get the weather of a city","parameters":{
      "type":"object","properties":{"city":{"type":"string"}},"required":["city"]}}}]
      """;

  @TempDir private Path folder = Path.of("");

  @Test
  @DisplayName(
      "surprise 8: ids bear no call_, arguments come in pieces; here they pass as they are")
  void toolCallsPass() throws IOException {
    try (var engine = LlamaServer.chat("n_parallel=1", "chat_template=" + TEMPLATE);
        var station = Chats.started(folder, Chats.yaml(engine))) {
      var plain = Talk.answer(station, asked(false));
      var streamed = Talk.answer(station, asked(true));
      var message = plain.json().at("/choices/0/message");
      var call = message.at("/tool_calls/0");
      var pieces = pieces(streamed);

      assertThat(plain.status()).as(plain.body()).isEqualTo(200);
      assertThat(plain.json().at("/choices/0/finish_reason").asString()).isEqualTo("tool_calls");
      assertThat(message.path("content").asString()).isEmpty();
      assertThat(call.path("id").asString()).isNotEmpty().doesNotStartWith("call_");
      assertThat(JSON.readTree(arguments(call)).isObject()).isTrue();
      assertThat(pieces).hasSizeGreaterThan(3);
      assertThat(pieces.getFirst().path("id").asString()).isNotEmpty();
      assertThat(pieces.getFirst().at("/function/name").asString()).isEqualTo("get_weather");
      assertThat(pieces.subList(1, pieces.size()))
          .noneMatch(p -> p.has("id") || p.path("function").has("name"));
      assertThat(String.join("", pieces.stream().map(ToolCallsTest::arguments).toList()))
          .isEqualTo(arguments(call));
      assertThat(ChatRows.endings(ChatRows.await(station, 2)))
          .containsExactly("real answered", "real answered");
    }
  }

  private static String asked(boolean stream) {
    var messages = new ArrayList<String>();
    for (var city : List.of("Rome", "Oslo", "Cairo")) {
      messages.add(user(city));
      messages.add(
          """
          {"role":"assistant","content":null,"tool_calls":[{"id":"c0","type":"function","function":
          {"name":"get_weather","arguments":"{\\"city\\": \\"%s\\"}"}}]}
          """
              .formatted(city));
      messages.add("{\"role\":\"tool\",\"tool_call_id\":\"c0\",\"content\":\"rain\"}");
      messages.add("{\"role\":\"assistant\",\"content\":\"rain\"}");
    }
    messages.add(user("Paris"));
    return Chats.ask("\"messages\":%s,\"stream\":%s,%s".formatted(messages, stream, TOOLS));
  }

  private static String user(String city) {
    return "{\"role\":\"user\",\"content\":\"What is the weather in %s?\"}".formatted(city);
  }

  private static List<JsonNode> pieces(Talk.Answer streamed) {
    return streamed.events().stream()
        .filter(event -> event.startsWith("{"))
        .map(event -> JSON.readTree(event).at("/choices/0/delta/tool_calls/0"))
        .filter(JsonNode::isObject)
        .toList();
  }

  private static String arguments(JsonNode call) {
    return call.at("/function/arguments").asString();
  }
}
