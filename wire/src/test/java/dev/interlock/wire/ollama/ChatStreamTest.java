package dev.interlock.wire.ollama;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ChatStreamTest {
  private static final String HEAD = "{'id':'i','object':'chat.completion.chunk',";
  private static final String AT = "'created':1700000000,'model':'m:1',";

  /// What a stream comes to.
  private record Out(String text, Optional<String> broken) {}

  private static String line(String message, String rest) {
    return "{'model':'m:1','created_at':'2023-11-14T22:13:20.123456789Z','message':{'role':"
        + "'assistant',%s}%s}\n".formatted(message, rest.isEmpty() ? "" : "," + rest);
  }

  private static String text(String content) {
    return line("'content':'%s'".formatted(content), "'done':false");
  }

  private static String last(String rest) {
    return line("'content':''", "'done':true" + (rest.isEmpty() ? "" : "," + rest));
  }

  private static String chunk(String delta, String rest) {
    return "data: %s%s'choices':[{'index':0,'delta':%s,%s}]}\n\n".formatted(HEAD, AT, delta, rest);
  }

  private static byte[] bytes(String text) {
    return text.replace('\'', '"').getBytes(UTF_8);
  }

  private static Out out(byte[] bytes, int... cuts) {
    var stream = new ChatStream("i");
    var text = new StringBuilder();
    int from = 0;
    for (int cut : cuts) {
      var part = stream.put(Arrays.copyOfRange(bytes, from, cut));
      text.append(new String(part.bytes(), UTF_8));
      if (part.broken().isPresent()) {
        return new Out(text.toString(), part.broken());
      }
      from = cut;
    }
    var rest = stream.put(Arrays.copyOfRange(bytes, from, bytes.length));
    text.append(new String(rest.bytes(), UTF_8));
    if (rest.broken().isPresent()) {
      return new Out(text.toString(), rest.broken());
    }
    var end = stream.end();
    return new Out(text.append(new String(end.bytes(), UTF_8)).toString(), end.broken());
  }

  private static Out out(String text) {
    var out = out(bytes(text));
    return new Out(out.text().replace('"', '\''), out.broken());
  }

  private static final String WHOLE =
      text("Hé 😀")
          + "\r\n"
          + text("")
          + text("there")
          + last("'done_reason':'stop','prompt_eval_count':7,'eval_count':3");

  @Test
  void wholeAnswer() {
    assertThat(out(WHOLE))
        .isEqualTo(
            new Out(
                chunk("{'role':'assistant','content':'Hé 😀'}", "'finish_reason':null")
                    + chunk("{'content':'there'}", "'finish_reason':null")
                    + chunk("{}", "'finish_reason':'stop'")
                    + "data: "
                    + HEAD
                    + AT
                    + "'choices':[],'usage':"
                    + "{'prompt_tokens':7,'completion_tokens':3,'total_tokens':10}}\n\n"
                    + "data: [DONE]\n\n",
                Optional.empty()));
  }

  @Test
  @DisplayName("B1: wherever the bytes are parted, the events are the same")
  void splitAnywhere() {
    var bytes = bytes(WHOLE);
    var whole = out(bytes);
    for (int i = 0; i <= bytes.length; i++) {
      assertThat(out(bytes, i)).as("cut at %d", i).isEqualTo(whole);
    }
    int[] everywhere = new int[bytes.length];
    Arrays.setAll(everywhere, i -> i);
    assertThat(out(bytes, everywhere)).isEqualTo(whole);
  }

  @Test
  @DisplayName(
      "B1: cut anywhere before its last line's end, a stream has no finish and no end mark")
  void cutAnywhere() {
    var bytes = bytes(WHOLE);
    for (int i = 0; i < bytes.length - 1; i++) {
      var cut = out(Arrays.copyOf(bytes, i));
      assertThat(cut.text()).as("cut at %d", i).doesNotContain("[DONE]", "\"stop\"");
    }
    assertThat(out(Arrays.copyOf(bytes, bytes.length - 1)).text()).endsWith("data: [DONE]\n\n");
  }

  @Test
  void thoughtsAndProbabilities() {
    assertThat(
            out(line("'content':'','thinking':'hm'", "'done':false,'logprobs':[{'token':'a'}]"))
                .text())
        .isEqualTo(
            chunk(
                "{'role':'assistant','reasoning':'hm'}",
                "'finish_reason':null,'logprobs':{'content':[{'token':'a'}]}"));
  }

  @Test
  @DisplayName("B1: calls are counted through all lines, bear ids, and decide the finish")
  void toolCalls() {
    var calls =
        line(
            "'content':'','tool_calls':[{'function':{'name':'f','arguments':{'a':1.0,'b':[]}}}]",
            "'done':false");
    var more =
        line(
            "'content':'','tool_calls':[{'id':'own','function':{'name':'g'}},"
                + "{'function':{'name':'h','arguments':'{}'}}]",
            "'done':false");
    assertThat(out(calls + more + last("'done_reason':'stop'")).text())
        .isEqualTo(
            chunk(
                    "{'role':'assistant','tool_calls':[{'index':0,'id':'call_i_0','type':"
                        + "'function','function':{'name':'f','arguments':"
                        + "'{\\'a\\':1.0,\\'b\\':[]}'}}]}",
                    "'finish_reason':null")
                + chunk(
                    "{'tool_calls':[{'index':1,'id':'own','type':'function','function':"
                        + "{'name':'g','arguments':'{}'}},{'index':2,'id':'call_i_2','type':"
                        + "'function','function':{'name':'h','arguments':'{}'}}]}",
                    "'finish_reason':null")
                + chunk("{}", "'finish_reason':'tool_calls'")
                + "data: [DONE]\n\n");
    assertThat(out(calls + last("'done_reason':'length'")).text())
        .contains("'finish_reason':'length'");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'done_reason':'stop'",
        "'done_reason':'stop','eval_count':3",
        "'done_reason':'stop','prompt_eval_count':3",
        "'done_reason':'stop','prompt_eval_count':1.5,'eval_count':'x'"
      })
  @DisplayName("B3: a count that is left out is not told as zero")
  void noUsage(String rest) {
    assertThat(out(text("a") + last(rest)).text()).doesNotContain("usage").contains("[DONE]");
  }

  @Test
  @DisplayName("B1: an error line ends the stream without a finish, whatever follows")
  void errorLine() {
    var expected =
        chunk("{'role':'assistant','content':'a'}", "'finish_reason':null")
            + "data: {'error':{'message':'runner gone'}}\n\n";
    assertThat(
            out(text("a") + "{'error':'runner gone'}\n" + text("b") + last("'done_reason':'stop'")))
        .isEqualTo(new Out(expected, Optional.empty()));
  }

  @Test
  void runnersErrorIsTakenOutOfItsText() {
    assertThat(
            out("{'error':'{\\'error\\':{\\'code\\':500,\\'message\\':\\'boom\\'}}','status':500}")
                .text())
        .isEqualTo("data: {'error':{'code':500,'message':'boom'}}\n\n");
    assertThat(out("{'error':{'message':'odd'}}\n").text())
        .isEqualTo("data: {'error':{'message':'odd'}}\n\n");
    assertThat(out("{'error':'{no json'}\n").text())
        .isEqualTo("data: {'error':{'message':'{no json'}}\n\n");
  }

  @Test
  @DisplayName("B1: an end without a reason is a runner's breakdown: no finish, no end mark")
  void noReason() {
    assertThat(out(text("a") + last("")).text()).doesNotContain("[DONE]", "'finish_reason':'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"load", "unload"})
  void loadingIsNoAnswer(String reason) {
    assertThat(out(last("'done_reason':'%s'".formatted(reason))))
        .isEqualTo(new Out("", Optional.of("only loaded or unloaded its model")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"<html>\n", "[]\n", "{'a':\n", "data: {}\n"})
  void unreadableLine(String line) {
    assertThat(out(line + last("'done_reason':'stop'")).broken())
        .contains("sent a line that is no JSON object");
  }

  @Test
  void endInTheMiddleOfALine() {
    assertThat(out(text("a") + "{'model':").broken())
        .contains("ended its answer in the middle of a line");
  }

  @Test
  void lineWithoutEnd() {
    var stream = new ChatStream("i");
    var megabyte = new byte[1 << 20];
    Arrays.fill(megabyte, (byte) ' ');
    for (int i = 0; i < ChatStream.MOST_BYTES >> 20; i++) {
      assertThat(stream.put(megabyte).broken()).isEmpty();
    }
    assertThat(stream.put(new byte[1]).broken()).contains("sent a line that does not end");
    assertThat(stream.put(bytes(text("a"))).bytes()).isEmpty();
  }

  @Test
  @DisplayName("C92: halves of a character in two lines stay escapes, which the caller can join")
  void surrogates() {
    assertThat(out(text("\\ud83d") + text("\\ude00")).text())
        .containsIgnoringCase("'content':'\\ud83d'")
        .containsIgnoringCase("'content':'\\ude00'");
  }

  @Test
  @DisplayName("B7: a line without a model, or without a time, gets none from us")
  void namesNoModelByItself() {
    assertThat(out("{'message':{'content':'a'},'created_at':'soon'}\n").text())
        .isEqualTo(
            "data: %s'choices':[{'index':0,'delta':{'role':'assistant','content':'a'},'finish_reason':null}]}\n\n"
                .formatted(HEAD));
  }
}
