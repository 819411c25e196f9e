package dev.interlock.wire.ollama;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ChatAnswerTest {
  private static final String HEAD =
      "{'id':'i','object':'chat.completion','created':1700000000,'model':'m:1',";

  private static Translated of(String body) {
    return ChatAnswer.of(body.replace('\'', '"').getBytes(UTF_8), "i");
  }

  private static String text(String body) {
    return new String(of(body).bytes(), UTF_8).replace('"', '\'');
  }

  private static String answer(String message, String rest) {
    return "{'model':'m:1','created_at':'2023-11-14T22:13:20Z','message':{%s},%s}"
        .formatted(message, rest);
  }

  @Test
  void wholeAnswer() {
    assertThat(
            text(
                answer(
                    "'role':'assistant','content':'hi','thinking':'hm'",
                    "'done':true,'done_reason':'stop','total_duration':5,"
                        + "'prompt_eval_count':7,'eval_count':3,'logprobs':[{'token':'hi'}]")))
        .isEqualTo(
            HEAD
                + "'choices':[{'index':0,'message':{'role':'assistant','content':'hi',"
                + "'reasoning':'hm'},'logprobs':{'content':[{'token':'hi'}]},"
                + "'finish_reason':'stop'}],'usage':{'prompt_tokens':7,'completion_tokens':3,"
                + "'total_tokens':10}}");
  }

  @Test
  @DisplayName("B1: tool calls bear ids and stringified arguments, and decide the finish")
  void toolCalls() {
    assertThat(
            text(
                answer(
                    "'content':'','tool_calls':[{'function':{'name':'f','arguments':{'a':1e3}}}]",
                    "'done':true,'done_reason':'stop'")))
        .isEqualTo(
            HEAD
                + "'choices':[{'index':0,'message':{'role':'assistant','content':null,"
                + "'tool_calls':[{'id':'call_i_0','type':'function','function':{'name':'f',"
                + "'arguments':'{\\'a\\':1E+3}'}}]},'finish_reason':'tool_calls'}]}");
  }

  @Test
  @DisplayName("B1: an answer that ran out of tokens stays cut, and its usage is left out")
  void length() {
    assertThat(text(answer("'content':'hi'", "'done':true,'done_reason':'length'")))
        .contains("'finish_reason':'length'")
        .doesNotContain("usage", "tool_calls");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          'done':true                          | doesn't say why it ends
          'done':false,'done_reason':'stop'    | doesn't say why it ends
          'done':true,'done_reason':'load'     | only loaded or unloaded
          'done':true,'done_reason':'unload'   | only loaded or unloaded
          """)
  @DisplayName("B1: what has no end of its own, or only loads, is no answer")
  void broken(String rest, String why) {
    var translated = of(answer("'content':'hi'", rest.strip()));
    assertThat(translated.bytes()).isEmpty();
    assertThat(translated.broken().orElseThrow()).contains(why.strip());
  }

  @Test
  void noObject() {
    assertThat(of("<html>").broken()).isPresent();
    assertThat(of("{'model':'m'}{'model':'m'}").broken()).isPresent();
    assertThat(of("").broken()).isPresent();
  }

  @Test
  @DisplayName("B1: an error inside a 200 is passed on as one")
  void errorInside() {
    assertThat(text("{'error':'no memory'}")).isEqualTo("{'error':{'message':'no memory'}}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          {'error':'{\\'error\\':{\\'message\\':\\'m\\',\\'type\\':\\'t\\'}}'} \
          | {'error':{'message':'m','type':'t'}}
          {'error':'too long'}                  | {'error':'too long'}
          {'error':'{\\'error\\':\\'inner\\'}'} | {'error':'{\\'error\\':\\'inner\\'}'}
          <html>busy</html>                     | <html>busy</html>
          """)
  void refusals(String body, String expected) {
    var unwrapped = ChatErrors.unwrapped(body.strip().replace('\'', '"').getBytes(UTF_8));
    assertThat(new String(unwrapped, UTF_8).replace('"', '\'')).isEqualTo(expected.strip());
  }
}
