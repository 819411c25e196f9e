package dev.interlock.wire.chat;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.money.NanoUsd;
import dev.interlock.wire.chat.AnswerScan.Part;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What one part of an answer is, and what is gathered of all.
class AnswerScanTest {
  private static Part read(AnswerScan scan, String part) {
    var bytes = ("##" + part + "#").getBytes(UTF_8);
    return scan.read(bytes, 2, bytes.length - 1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"choices":[{"delta":{"content":"a"}}]}                              | CONTENT
          {"choices":[{"message":{"content":"a"}}]}                            | CONTENT
          {"choices":[{"delta":{"role":"assistant","content":""}}]}            | BARE
          {"choices":[{"delta":{"content":null}}]}                             | BARE
          {"choices":[{"delta":{"refusal":"no"}}]}                             | CONTENT
          {"choices":[{"delta":{"reasoning_content":"hm"}}]}                   | CONTENT
          {"choices":[{"delta":{"tool_calls":[]}}]}                            | BARE
          {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"x"}]}}]}        | CONTENT
          {"choices":[{"message":{"content":[{"type":"text","text":"a"}]}}]}   | CONTENT
          {"choices":[{"message":{"content":[]}}]}                             | BARE
          {"choices":[{"delta":{},"finish_reason":"stop"}]}                    | BARE
          {"choices":[{"delta":{},"finish_reason":"length"}]}                  | CONTENT
          {"choices":[{"delta":{},"finish_reason":"error"}]}                   | ERROR
          {"choices":[{"delta":{},"finish_reason":"abort"}]}                   | ERROR
          {"choices":[{"delta":{},"finish_reason":"network_error"}]}           | ERROR
          {"choices":[{"finish_reason":"insufficient_system_resource"}]}       | ERROR
          {"choices":[{"delta":{"content":"a"},"finish_reason":"stop","native_finish_reason":"network_error"}]} | ERROR
          {"choices":[{"delta":{"content":"a"},"finish_reason":"stop","native_finish_reason":"STOP"}]} | CONTENT
          {"choices":[{"delta":{},"finish_reason":"model_length"}]}            | CONTENT
          {"choices":[{"delta":{},"finish_reason":"sensitive"}]}               | CONTENT
          {"choices":[{"delta":{},"finish_reason":"eos"}]}                     | BARE
          {"choices":[{"delta":{},"finish_reason":null}]}                      | BARE
          {"choices":[{"delta":{"reasoning":"hm"}}]}                           | CONTENT
          {"choices":[{"delta":{"reasoning_details":[{"type":"reasoning.encrypted","data":"x"}]}}]} | CONTENT
          {"choices":[{"delta":{"content":[{"type":"text","text":""}]}}]}      | BARE
          {"choices":[{"delta":{"tool_calls":[{"index":null,"id":"","function":{"name":"f","arguments":{"a":1}}}]}}]} | CONTENT
          {"choices":[{"delta":{"audio":{"id":null}}}]}                        | BARE
          {"choices":[{"logprobs":{"content":[NaN]},"delta":{}}]}              | BARE
          {"choices":[],"usage":{"prompt_tokens":1}}                           | USAGE
          {"choices":[],"model":"","prompt_filter_results":[]}                 | BARE
          {"choices":[],"usage":null}                                          | BARE
          {"error":{"message":"out of memory"}}                                | ERROR
          {"error":"out of memory"}                                            | ERROR
          {"error":null,"choices":[]}                                          | BARE
          {"html-message":"Network connection lost."}                          | UNREADABLE
          {"choices":null}                                                     | UNREADABLE
          {"choices":[{"delta":{"cont                                          | UNREADABLE
          [1]                                                                  | UNREADABLE
          <html>                                                               | UNREADABLE
          [DONE]                                                               | DONE
          """)
  void partsAreTold(String part, Part expected) {
    assertThat(read(new AnswerScan(), part.strip())).isEqualTo(expected);
  }

  @Test
  void theWholeIsGathered() {
    var scan = new AnswerScan();
    read(scan, "{\"model\":\"m\",\"choices\":[{\"delta\":{\"content\":\"ab\"}}]}");
    read(scan, "{\"model\":\"\",\"choices\":[{\"delta\":{\"content\":\"c\"}}]}");
    assertThat(scan.finished()).isFalse();
    read(scan, "{\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}");
    read(scan, "{\"choices\":[],\"usage\":{\"prompt_tokens\":3.0,\"completion_tokens\":2}}");

    assertThat(scan.model()).hasValue("m");
    assertThat(scan.finished()).isTrue();
    assertThat(scan.content()).isTrue();
    assertThat(scan.contentChars()).isEqualTo(3);
    assertThat(scan.promptTokens()).hasValue(3);
    assertThat(scan.completionTokens()).hasValue(2);
  }

  @Test
  void errorsAreQuotedInOneLineWithoutSecrets() {
    var scan = new AnswerScan();
    read(scan, "{\"error\":{\"message\":\"bad\\nkey sk-abcdef0123456789\",\"code\":7}}");

    assertThat(scan.error()).isEqualTo("bad key [removed]");
  }

  @Test
  @DisplayName("B3: choices end one by one, by their index or else their place")
  void everyChoiceEnds() {
    var scan = new AnswerScan();
    assertThat(scan.finished()).isFalse();
    read(scan, "{\"choices\":[{\"index\":0,\"delta\":{}},{\"index\":1,\"delta\":{}}]}");
    read(scan, "{\"choices\":[{\"finish_reason\":\"stop\",\"index\":1}]}");
    assertThat(scan.finished()).as("choice 0 was cut").isFalse();
    read(scan, "{\"choices\":[{\"finish_reason\":\"\"}]}");
    assertThat(scan.finished()).isFalse();
    read(scan, "{\"choices\":[{\"index\":null,\"finish_reason\":\"eos\"}]}");
    assertThat(scan.finished()).isTrue();
    read(scan, "{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":null}]}");
    assertThat(scan.finished()).as("an empty piece after the end").isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"reasoning\":\"hm\"",
        "\"reasoning_content\":\"hm\"",
        "\"content\":\"\",\"reasoning_content\":\"hm\"",
        "\"reasoning_details\":[{\"type\":\"reasoning.text\",\"text\":\"hm\"}]",
        "\"content\":[{\"type\":\"thinking\",\"thinking\":[{\"type\":\"text\",\"text\":\"hm\"}]}]"
      })
  @DisplayName("B3: thoughts in any field are content, and never the answer")
  void thoughtsAreNoAnswer(String delta) {
    var scan = new AnswerScan();
    assertThat(read(scan, "{\"choices\":[{\"delta\":{" + delta + "}}]}")).isEqualTo(Part.CONTENT);
    read(scan, "{\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}");
    assertThat(scan.content()).isTrue();
    assertThat(scan.answered()).isFalse();
    assertThat(scan.finished()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"delta\":{\"content\":\"a\"}",
        "\"delta\":{\"refusal\":\"no\"}",
        "\"delta\":{\"tool_calls\":[{\"function\":{\"name\":\"f\",\"arguments\":\"\"}}]}",
        "\"delta\":{\"content\":[{\"type\":\"thinking\",\"thinking\":[]},{\"type\":\"text\",\"text\":\"a\"}]}",
        "\"message\":{\"content\":null,\"reasoning\":\"hm\"},\"finish_reason\":\"length\""
      })
  @DisplayName("B3: text, a call, a refusal and thoughts that took all the tokens are an answer")
  void answers(String choice) {
    var scan = new AnswerScan();
    read(scan, "{\"choices\":[{" + choice + "}]}");
    assertThat(scan.answered()).isTrue();
  }

  @Test
  @DisplayName("B3: usage on each chunk is a running count: the last holds, and no sum")
  void lastUsageHolds() {
    var scan = new AnswerScan();
    var chunk = "{\"choices\":[],\"usage\":{\"prompt_tokens\":7,\"completion_tokens\":%d}}";
    read(scan, chunk.formatted(1));
    read(scan, chunk.formatted(2));
    read(scan, "{\"choices\":[],\"usage\":null}");

    assertThat(scan.promptTokens()).hasValue(7);
    assertThat(scan.completionTokens()).hasValue(2);
  }

  @Test
  @DisplayName("B3: a usage whose total is less than its parts is not believed")
  void contradictoryUsage() {
    var scan = new AnswerScan();
    var usage =
        "{\"choices\":[],\"usage\":{\"prompt_tokens\":7,\"completion_tokens\":3,\"total_tokens\":%d}}";
    read(scan, usage.formatted(12));
    assertThat(scan.completionTokens()).as("with hidden thoughts").hasValue(3);
    read(scan, usage.formatted(9));
    assertThat(scan.promptTokens()).isEmpty();
    assertThat(scan.completionTokens()).isEmpty();
  }

  @Test
  @DisplayName("C51: the provider's own cost, cached tokens and id of the call are read")
  void moneyIsRead() {
    var scan = new AnswerScan();
    read(scan, "{\"id\":\"gen-1\",\"choices\":[{\"delta\":{\"content\":\"a\"}}]}");
    read(
        scan,
        "{\"id\":\"gen-2\",\"choices\":[],\"usage\":{\"prompt_tokens\":1000,\"completion_tokens\":500,"
            + "\"cost\":1.2e-7,\"prompt_tokens_details\":{\"audio_tokens\":1,\"cached_tokens\":200}}}");

    assertThat(scan.id()).hasValue("gen-1");
    assertThat(scan.cost()).hasValue(new NanoUsd(120));
    assertThat(scan.cachedTokens()).isEqualTo(200);
    assertThat(scan.promptTokens()).hasValue(1_000);

    var odd = new AnswerScan();
    read(odd, "{\"id\":7,\"choices\":[],\"usage\":{\"cost\":null,\"prompt_tokens_details\":null}}");
    assertThat(odd.cost()).isEmpty();
    assertThat(odd.id()).isEmpty();
    assertThat(odd.cachedTokens()).isZero();
  }
}
