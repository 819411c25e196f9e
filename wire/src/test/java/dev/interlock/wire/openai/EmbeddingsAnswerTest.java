package dev.interlock.wire.openai;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.interlock.core.embed.Fault;
import dev.interlock.wire.openai.EmbeddingsAnswer.Asked;
import dev.interlock.wire.openai.EmbeddingsAnswer.Embedded;
import dev.interlock.wire.openai.EmbeddingsAnswer.Unusable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class EmbeddingsAnswerTest {
  private static final float NAN = Float.NaN;
  private static final float INF = Float.POSITIVE_INFINITY;

  static Stream<Arguments> understood() {
    return Stream.of(
        row("plain", "{'data':[{'index':0,'embedding':[1,-2.5e0]}]}", vectors(1, -2.5f)),
        row("no index: by position", "{'data':[{'embedding':[1]},{'embedding':[2]}]}", two(1, 2)),
        row(
            "by index",
            "{'data':[{'index':1,'embedding':[1]},{'index':0,'embedding':[2]}]}",
            two(2, 1)),
        row(
            "index after the vector",
            "{'data':[{'embedding':[1],'index':1},{'embedding':[2],'index':0}]}",
            two(2, 1)),
        row(
            "index null everywhere",
            "{'data':[{'index':null,'embedding':[1]},{'embedding':[2]}]}",
            two(1, 2)),
        row(
            "index 1.0",
            "{'data':[{'index':1.0,'embedding':[1]},{'index':0e0,'embedding':[2]}]}",
            two(2, 1)),
        row(
            "C17: 1e39 is infinite",
            "{'data':[{'embedding':[1e39,-1e39,1e400]}]}",
            vectors(INF, -INF, INF)),
        row("null is NaN", "{'data':[{'embedding':[null,0.5]}]}", vectors(NAN, 0.5f)),
        row(
            "bare NaN and Infinity",
            "{'data':[{'embedding':[NaN,-Infinity,Infinity]}]}",
            vectors(NAN, -INF, INF)),
        row(
            "C13: empty rows stay",
            "{'data':[{'index':0,'embedding':[]},{'index':1,'embedding':[]}]}",
            new float[][] {{}, {}}),
        row("null row has width 0", "{'data':[{'embedding':null}]}", new float[][] {{}}),
        row("C10: base64", "{'data':[{'embedding':'AACAPwAAAMA='}]}", vectors(1, -2)),
        row("base64 without padding", "{'data':[{'embedding':'AACAPw'}]}", vectors(1)),
        row("NaN in base64", "{'data':[{'embedding':'AADAfwAAgD8='}]}", vectors(NAN, 1)),
        row("C13: empty base64", "{'data':[{'embedding':''}]}", new float[][] {{}}),
        row("nested pooled row", "{'data':[{'embedding':[[3,4]]}]}", vectors(3, 4)),
        row("nested empty row", "{'data':[{'embedding':[[]]}]}", new float[][] {{}}),
        row(
            "unknown fields",
            "{'id':1,'x':[{'y':[[]]}],'data':[{'z':{},'object':'embedding','embedding':[1]}]}",
            vectors(1)),
        row(
            "byte-order mark, blanks, rest",
            "\uFEFF\n \n{'data':[{'embedding':[1]}]} \n trailing",
            vectors(1)),
        row(
            "model of another kind",
            "{'model':['m',{'data':1}],'data':[{'embedding':[1]}]}",
            vectors(1)),
        row(
            "data comes last",
            "{'usage':null,'error':null,'model':null,'data':[{'embedding':[1]}]}",
            vectors(1)),
        row(
            "integer beyond long",
            "{'data':[{'embedding':[" + "9".repeat(30) + "]}]}",
            vectors(1e30f)),
        row(
            "integer beyond double",
            "{'data':[{'embedding':[" + "9".repeat(400) + "]}]}",
            vectors(INF)),
        row(
            "C11: too few, in order",
            "{'data':[{'index':0,'embedding':[1]},{'index':1,'embedding':[2]}]}",
            two(1, 2)),
        row("no items", "{'data':[]}", new float[0][]));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("understood")
  @DisplayName("C10 C13 C17: an answer in one of the known forms gives its vectors")
  void knownFormGivesVectors(String name, String body, float[][] vectors) {
    var answer = decode(body, 3, OptionalInt.empty());
    assertThat(answer).isInstanceOf(Embedded.class);
    assertThat(Arrays.deepToString(((Embedded) answer).vectors().toArray()))
        .as(name)
        .isEqualTo(Arrays.deepToString(vectors));
  }

  static Stream<Arguments> refused() {
    return Stream.of(
        wrong("empty", "", "no JSON object"),
        wrong("HTML", "<html>busy</html>", "no whole JSON"),
        wrong("cut", "{'data':[{'embedding':[1,2", "no whole JSON"),
        wrong("cut in base64", "{'data':[{'embedding':'AACA", "no whole JSON"),
        wrong("array", "[[1,2]]", "no JSON object"),
        wrong(
            "C21: echo",
            "{'model':'m','input':['a'],'encoding_format':'base64'}",
            "echoes the request"),
        wrong("no data", "{'object':'list'}", "no list `data`"),
        wrong("data null", "{'data':null}", "no list `data`"),
        wrong("data an object", "{'data':{'embedding':[1]}}", "no list `data`"),
        wrong("data twice", "{'data':[],'data':[]}", "twice"),
        wrong(
            "error object",
            "{'error':{'message':'no credits','code':402}}",
            "error inside a 200: no credits"),
        wrong("error beside data", "{'data':[],'error':'boom'}", "error inside a 200: boom"),
        wrong("item a list", "{'data':[[1,2]]}", "no object"),
        wrong("item without vector", "{'data':[{'index':0}]}", "no `embedding`"),
        wrong("embedding a number", "{'data':[{'embedding':1}]}", "neither numbers nor base64"),
        wrong("unpooled", "{'data':[{'embedding':[[1],[2]]}]}", "does not pool"),
        wrong("row and number", "{'data':[{'embedding':[[1],2]}]}", "does not pool"),
        wrong("number and row", "{'data':[{'embedding':[1,[2]]}]}", "is no number"),
        wrong("nested twice", "{'data':[{'embedding':[[[1]]]}]}", "is no number"),
        wrong("string component", "{'data':[{'embedding':['1']}]}", "is no number"),
        wrong("not base64", "{'data':[{'embedding':'****'}]}", "no base64"),
        wrong("base64 of 3 bytes", "{'data':[{'embedding':'AACA'}]}", "3 bytes"),
        wrong(
            "C11: an index twice",
            "{'data':[" + item("0") + "," + item("0") + "," + item("1") + "]}",
            "indexes 0, 0, 1"),
        wrong(
            "C11: index from 1",
            "{'data':[" + item("1") + "," + item("2") + "," + item("3") + "]}",
            "indexes 1, 2, 3"),
        wrong(
            "C11: one without index",
            "{'data':[" + item("0") + ",{'embedding':[1]}," + item("1") + "]}",
            "0, none, 1"),
        wrong("index negative", "{'data':[" + item("-1") + "]}", "whole number"),
        wrong("index a half", "{'data':[" + item("0.5") + "]}", "whole number"),
        wrong("index a string", "{'data':[" + item("'0'") + "]}", "whole number"),
        wrong("index huge", "{'data':[" + item("9".repeat(40)) + "]}", "whole number"),
        wrong("too deep", "{'x':" + "[".repeat(100_000), "nesting"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refused")
  @DisplayName("C11 C21: anything else is an invalid response that says why")
  void anythingElseIsInvalid(String name, String body, String message) {
    var answer = decode(body, 3, OptionalInt.empty());
    assertThat(answer).as(name).isInstanceOf(Unusable.class);
    var unusable = (Unusable) answer;
    assertThat(unusable.fault()).isEqualTo(Fault.INVALID_RESPONSE);
    assertThat(unusable.message()).containsIgnoringCase(message);
  }

  @Test
  @DisplayName("C11: a gap in the indexes of a short answer is a wrong count")
  void gapOfShortAnswerIsCount() {
    assertThat(decode("{'data':[" + item("0") + "," + item("2") + "]}", 3, OptionalInt.empty()))
        .isEqualTo(new Unusable(Fault.COUNT, "2 of 3 vectors came"));
  }

  @Test
  @DisplayName("C10: 8 bytes a component are named as float64")
  void float64IsNamed() {
    var packed = ByteBuffer.allocate(32).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < 4; i++) {
      packed.putDouble(0.5);
    }
    String body =
        "{'data':[{'embedding':'" + Base64.getEncoder().encodeToString(packed.array()) + "'}]}";
    var answer = decode(body, 1, OptionalInt.of(4));
    assertThat(answer).isInstanceOf(Unusable.class);
    assertThat(((Unusable) answer).fault()).isEqualTo(Fault.DIMENSION);
    assertThat(((Unusable) answer).message()).contains("expected width 4", "32 bytes", "float64");
    // Without a known width the doubled width is what the gate gets to see.
    var unknown = (Embedded) decode(body, 1, OptionalInt.empty());
    assertThat(unknown.vectors().getFirst()).hasSize(8);
  }

  @Test
  void modelAndUsageAreRead() {
    var answer =
        (Embedded)
            decode(
                "{'usage':{'x':{},'prompt_tokens':7,'total_tokens':9},'model':'m','data':[]}",
                0,
                OptionalInt.empty());
    assertThat(answer.model()).contains("m");
    assertThat(answer.promptTokens()).isEqualTo(OptionalLong.of(7));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "[]",
        "{}",
        "{'prompt_tokens':null}",
        "{'prompt_tokens':-1}",
        "{'prompt_tokens':1e300}",
        "{'prompt_tokens':{'a':1}}"
      })
  void usageWithoutCountIsAbsent(String usage) {
    var answer = (Embedded) decode("{'usage':" + usage + ",'data':[]}", 0, OptionalInt.empty());
    assertThat(answer.promptTokens()).isEmpty();
  }

  @Test
  void packedAndPrintedFloatsAgreeBitForBit() {
    float[] vector = {0.1f, -Float.MIN_NORMAL, Float.MAX_VALUE, Float.MIN_VALUE, -0.0f, 1f / 3};
    for (var encoding : Encoding.values()) {
      var reply = new EmbeddingsReply("m", List.of(vector), encoding, 1);
      var answer = EmbeddingsAnswer.decode(reply.encode(), new Asked(1, OptionalInt.empty()));
      assertThat(((Embedded) answer).vectors().getFirst()).containsExactly(vector);
    }
  }

  @Test
  void bodyAtTheLimitIsReadAndOneByteMoreIsNot() {
    byte[] atLimit = new byte[EmbeddingsAnswer.MAX_BYTES];
    byte[] start = "{\"data\":[]}".getBytes(UTF_8);
    System.arraycopy(start, 0, atLimit, 0, start.length);
    var asked = new Asked(1, OptionalInt.empty());
    assertThat(EmbeddingsAnswer.decode(atLimit, asked)).isInstanceOf(Embedded.class);
    var over = EmbeddingsAnswer.decode(Arrays.copyOf(atLimit, atLimit.length + 1), asked);
    assertThat(over).isInstanceOf(Unusable.class);
    assertThat(((Unusable) over).message()).contains("more than 67108864");
  }

  private static EmbeddingsAnswer decode(String quoted, int texts, OptionalInt dimension) {
    return EmbeddingsAnswer.decode(
        quoted.replace('\'', '"').getBytes(UTF_8), new Asked(texts, dimension));
  }

  private static Arguments row(String name, String body, float[][] vectors) {
    return arguments(name, body, vectors);
  }

  private static Arguments wrong(String name, String body, String message) {
    return arguments(name, body, message);
  }

  private static String item(String index) {
    return "{'index':" + index + ",'embedding':[1]}";
  }

  private static float[][] vectors(float... only) {
    return new float[][] {only};
  }

  private static float[][] two(float first, float second) {
    return new float[][] {{first}, {second}};
  }
}
