package dev.interlock.wire.openai;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.interlock.core.error.ApiError;
import dev.interlock.core.error.ErrorType;
import dev.interlock.wire.openai.EmbeddingsCall.Parsed;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class EmbeddingsCallTest {
  @Test
  void oneStringIsOneText() {
    assertThat(valid("{'model':'text-embedding','input':'a'}"))
        .isEqualTo(
            new EmbeddingsCall(
                "text-embedding",
                List.of("a"),
                Encoding.FLOAT,
                OptionalInt.empty(),
                Optional.empty()));
  }

  @Test
  void everyFieldIsRead() {
    assertThat(
            valid(
                "{'user':'u','dimensions':4.0,'encoding_format':'base64','input':['a','\\ud83d\\ude00'],"
                    + "'unknown':[1,{'model':'x'}],'model':'m'}"))
        .isEqualTo(
            new EmbeddingsCall(
                "m", List.of("a", "😀"), Encoding.BASE64, OptionalInt.of(4), Optional.of("u")));
  }

  @Test
  void nullMeansAbsent() {
    var call =
        valid("{'model':'m','input':'a','user':null,'dimensions':null,'encoding_format':null}");
    assertThat(call.encoding()).isEqualTo(Encoding.FLOAT);
    assertThat(call.dimensions()).isEmpty();
    assertThat(call.user()).isEmpty();
  }

  @Test
  void mostTextsPassAndOneMoreDoesNot() {
    assertThat(valid("{'model':'m','input':[" + texts(2048) + "]}").inputs()).hasSize(2048);
    var error = wrong("{'model':'m','input':[" + texts(2049) + "]}");
    assertThat(error.code()).isEqualTo("too_many_inputs");
    assertThat(error.message()).contains("2048");
  }

  static Stream<Arguments> mistakes() {
    return Stream.of(
        arguments("{'input':'a'}", "missing_field", "model", "`model`"),
        arguments("{'model':' ','input':'a'}", "missing_field", "model", "`model`"),
        arguments("{'model':null,'input':'a'}", "missing_field", "model", "`model`"),
        arguments("{'model':7,'input':'a'}", "invalid_type", "model", "not a number"),
        arguments("{'model':'m'}", "missing_field", "input", "`input`"),
        arguments("{'model':'m','input':null}", "missing_field", "input", "`input`"),
        arguments("{'model':'m','input':{}}", "invalid_type", "input", "not an object"),
        arguments("{'model':'m','input':7}", "invalid_type", "input", "not a number"),
        arguments("{'model':'m','input':''}", "empty_input", "input", "empty string"),
        arguments("{'model':'m','input':[]}", "empty_input", "input", "empty array"),
        arguments("{'model':'m','input':['a','']}", "empty_input", "input", "input[1]"),
        arguments("{'model':'m','input':[1,2]}", "token_input_unsupported", "input", "input[0]"),
        arguments("{'model':'m','input':[[1,2]]}", "token_input_unsupported", "input", "input[0]"),
        arguments("{'model':'m','input':['a',2]}", "token_input_unsupported", "input", "input[1]"),
        arguments("{'model':'m','input':['a',null]}", "invalid_type", "input", "not null"),
        arguments("{'model':'m','input':['a',true]}", "invalid_type", "input", "not a boolean"),
        arguments("{'model':'m','input':[{}]}", "invalid_type", "input", "not an object"),
        arguments("{'model':'m','input':['a','b\\ud83d']}", "invalid_unicode", "input", "input[1]"),
        arguments("{'model':'m','input':'\\ude00a'}", "invalid_unicode", "input", "position 0"),
        arguments("{'model':'m\\ud83d','input':'a'}", "invalid_unicode", "model", "`model`"),
        arguments(
            "{'model':'m','input':'a','encoding_format':'bytes'}",
            "invalid_value",
            "encoding_format",
            "base64"),
        arguments(
            "{'model':'m','input':'a','encoding_format':1}",
            "invalid_value",
            "encoding_format",
            "base64"),
        arguments(
            "{'model':'m','input':'a','dimensions':0}", "invalid_value", "dimensions", "1 or more"),
        arguments(
            "{'model':'m','input':'a','dimensions':1.5}", "invalid_value", "dimensions", "whole"),
        arguments(
            "{'model':'m','input':'a','dimensions':'4'}", "invalid_value", "dimensions", "whole"),
        arguments(
            "{'model':'m','input':'a','dimensions':99999999999}",
            "invalid_value",
            "dimensions",
            "whole"),
        arguments("{'model':'m','input':'a','user':7}", "invalid_type", "user", "`user`"),
        arguments("{'model':'m','model':'n','input':'a'}", "duplicate_field", "model", "twice"),
        arguments("{'model':'m','input':'a','input':'a'}", "duplicate_field", "input", "twice"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("mistakes")
  void mistakeNamesItsField(String body, String code, String param, String message) {
    var error = wrong(body);
    assertThat(error.status()).isEqualTo(400);
    assertThat(error.type()).isEqualTo(ErrorType.INVALID_REQUEST_ERROR);
    assertThat(error.code()).isEqualTo(code);
    assertThat(error.param()).contains(param);
    assertThat(error.message()).contains(message);
  }

  static Stream<Arguments> broken() {
    return Stream.of(
        arguments("", "empty"),
        arguments(" \n\uFEFF".strip(), "empty"),
        arguments("[1]", "not an array"),
        arguments("'m'", "not a string"),
        arguments("{'model':'m',\n  'input':}", "line 2, column 11"),
        arguments("{'model':'m','input':'a'", "byte 24"),
        arguments("{'model':'m','input':'a'} {}", "follows"),
        arguments("{'model':NaN}", "no valid JSON"),
        arguments("{'x':" + "[".repeat(50_000), "nesting"));
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("broken")
  void brokenBodySaysWhere(String body, String message) {
    var error = wrong(body);
    assertThat(error.code()).isEqualTo("invalid_json");
    assertThat(error.param()).isEmpty();
    assertThat(error.message()).containsIgnoringCase(message);
  }

  @Test
  void bytesThatAreNoUtf8AreRefused() {
    byte[] body = "{\"model\":\"m\",\"input\":\"a?\"}".getBytes(UTF_8);
    body[body.length - 3] = (byte) 0xA2;
    assertThat(EmbeddingsCall.parse(body)).isInstanceOf(Parsed.Wrong.class);
  }

  private static EmbeddingsCall valid(String quoted) {
    var parsed = parse(quoted);
    assertThat(parsed).isInstanceOf(Parsed.Valid.class);
    return ((Parsed.Valid) parsed).call();
  }

  private static ApiError wrong(String quoted) {
    var parsed = parse(quoted);
    assertThat(parsed).isInstanceOf(Parsed.Wrong.class);
    return ((Parsed.Wrong) parsed).error();
  }

  private static Parsed parse(String quoted) {
    return EmbeddingsCall.parse(quoted.replace('\'', '"').getBytes(UTF_8));
  }

  private static String texts(int number) {
    return String.join(",", Collections.nCopies(number, "'a'"));
  }
}
