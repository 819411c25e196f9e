package dev.interlock.wire.chat;

import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.Gen;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What is found in a caller's body, and where.
class ChatCallTest {
  private static ChatCall call(String body) {
    return switch (ChatCall.parse(body.getBytes(UTF_8))) {
      case ChatCall.Parsed.Valid valid -> valid.call();
      case ChatCall.Parsed.Wrong wrong -> throw new AssertionError(wrong.error());
    };
  }

  private static String code(byte[] body) {
    return switch (ChatCall.parse(body)) {
      case ChatCall.Parsed.Valid valid -> "valid: " + valid.call();
      case ChatCall.Parsed.Wrong wrong -> wrong.error().code();
    };
  }

  private static String spliced(String body, String model) {
    var bytes = body.getBytes(UTF_8);
    var at = call(body).modelAt();
    return new String(bytes, 0, at.from(), UTF_8)
        + model
        + new String(bytes, at.to(), bytes.length - at.to(), UTF_8);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"model\":@}",
        "\n"
            + " {  \"messages\" : [ ], \"model\"  :  @ ,"
            + " \"x\":1e400,\"x\":[1,{\"model\":\"inner\"}]}\n",
        "{\"temperature\":0.10,\"\u5317\":\"\u00e9\ud83c\udf38\",\"model\":@,\"seed\":123456789012345678901234567890}",
        "{\"mod\\u0065l\":@,\"stop\":null,\"a\\/b\":\"\\u0000\\ud83d\"}",
        "\ufeff{\"model\":@}"
      })
  @DisplayName("Only the model's value is replaced, whatever stands around it")
  void modelIsFoundInPlace(String template) {
    assertThat(spliced(template.replace("@", "\"local-coder\""), "\"m:7b\""))
        .isEqualTo(template.replace("@", "\"m:7b\""));
  }

  @Test
  void escapedModelIsReadAndReplacedWhole() {
    var body = "{\"model\":\"local\\u002dcoder\",\"n\":1}";

    assertThat(call(body).model()).isEqualTo("local-coder");
    assertThat(spliced(body, "\"m\"")).isEqualTo("{\"model\":\"m\",\"n\":1}");
  }

  @Test
  void anyBodyAroundTheModelSurvives() {
    var values =
        List.of(
            "1e400", "-0", "\"\\ud83d\"", "[[],{}]", "null", "{\"model\":\"no\"}", "\"\u5317\"");
    Gen.each(
        300,
        gen -> {
          var body = new StringBuilder("{");
          int fields = gen.between(0, 6);
          int place = gen.between(0, fields);
          for (int i = 0; i <= fields; i++) {
            body.append(i == 0 ? "" : ",").append(" ".repeat(gen.between(0, 2)));
            body.append(
                i == place
                    ? "\"model\":@"
                    : "\"k%d\": %s".formatted(i % 2, values.get(gen.between(0, 6))));
          }
          var template = body.append("}").toString();
          assertThat(spliced(template.replace("@", "\"a\""), "\"bcd\""))
              .isEqualTo(template.replace("@", "\"bcd\""));
        });
  }

  @Test
  void whatDecidesSomethingIsRead() {
    var call =
        call(
            "{\"model\":\"m\",\"stream\":true,\"stream_options\":{\"x\":[],\"include_usage\":true},"
                + "\"max_tokens\":5,\"max_completion_tokens\":7.0,\"messages\":[{}],\"tools\":[]}");

    assertThat(call.stream()).isTrue();
    assertThat(call.usage()).isTrue();
    assertThat(call.size().maxTokens()).hasValue(7);
    assertThat(call.size().messageBytes()).isEqualTo(4);
    assertThat(call.size().tools()).isTrue();
    assertThat(call("{\"model\":\"m\",\"stream\":null,\"max_tokens\":1e400}").size().maxTokens())
        .isEmpty();
  }

  @Test
  void largeBodyIsReadWithoutALimitOfItsOwn() {
    var body =
        "{\"messages\":[\"%s\"],\"n\":%s,\"model\":\"m\"}"
            .formatted("x".repeat(100_000), "9".repeat(5_000));

    assertThat(call(body).size().messageBytes()).isEqualTo(100_004);
    assertThat(spliced(body, "\"q\"")).endsWith("9,\"model\":\"q\"}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {}                                            | missing_field
          {"model":""}                                  | missing_field
          {"model":7}                                   | invalid_type
          {"model":null}                                | invalid_type
          {"model":"\\ud83d"}                           | invalid_unicode
          {"model":"a","model":"a"}                     | duplicate_field
          {"model":"a","mod\\u0065l":"b"}               | duplicate_field
          {"model":"a","stream":true,"stream":false}    | duplicate_field
          {"model":"a","stream":"yes"}                  | invalid_type
          {"model":"a","stream":1}                      | invalid_type
          {"model":"a"} x                               | invalid_json
          {"model":"a"}{}                               | invalid_json
          {"model":"a",}                                | invalid_json
          {"model":"a","t":NaN}                         | invalid_json
          {"model":"a"                                  | invalid_json
          []                                            | invalid_json
          ``                                            | invalid_json
          """)
  void mistakesAreNamed(String body, String code) {
    assertThat(code((body == null ? "" : body).getBytes(UTF_8))).isEqualTo(code);
  }

  @Test
  void otherEncodingsAndBottomlessNestingAreRefused() {
    assertThat(code("{\"model\":\"a\"}".getBytes(UTF_16LE))).isEqualTo("invalid_json");
    assertThat(code(("{\"model\":\"a\",\"x\":" + "[".repeat(100_000)).getBytes(UTF_8)))
        .isEqualTo("invalid_json");
    assertThat(code(new byte[] {'{', '"', (byte) 0xC3, '"', '}'})).isEqualTo("invalid_json");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"model":"m"} | {"stream_options":{"include_usage":true},"model":"m"}
          {"model":"m","stream_options":{}} | {"model":"m","stream_options":{"include_usage":true}}
          {"model":"m","stream_options":null} | {"model":"m","stream_options":{"include_usage":true}}
          {"model":"m","stream_options":"x"} | {"model":"m","stream_options":{"include_usage":true}}
          {"stream_options":{"include_usage":false,"a":1},"model":"m"} | {"stream_options":{"include_usage":true,"a":1},"model":"m"}
          {"stream_options":{"a":{"b":1}}, "model":"m"} | {"stream_options":{"include_usage":true,"a":{"b":1}}, "model":"m"}
          {"stream_options":{"include_usage": null }, "model":"m"} | {"stream_options":{"include_usage": true }, "model":"m"}
          """)
  @DisplayName("C59: a usage event can be asked for without another byte being changed")
  void usageOn(String body, String changed) {
    var call = ((ChatCall.Parsed.Valid) ChatCall.parse(body.getBytes(UTF_8))).call();
    var edit = call.usageOn();

    assertThat(body.substring(0, edit.at().from()) + edit.text() + body.substring(edit.at().to()))
        .isEqualTo(changed);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"model":"m"} | {"provider":P,"model":"m"}
          { "model":"m", "provider" : null } | { "model":"m", "provider" : P }
          {"provider":"x","model":"m"} | {"provider":P,"model":"m"}
          {"provider":7 ,"model":"m"} | {"provider":P ,"model":"m"}
          {"provider":{"only":["a","b"],"allow_fallbacks":true},"model":"m"} | {"provider":P,"model":"m"}
          {"provider":{"order":["a"],"ignore":["b"]},"model":"m","x":1e400} | {"provider":P,"model":"m","x":1e400}
          {"provider":{"data_collection":"deny","max_price":{"prompt":1.50}},"model":"m"} | {"provider":{"data_collection":"deny","max_price":{"prompt":1.50},Q},"model":"m"}
          {"provider":{"a":"\\ud800","n": 1e400 , "ignore":["b"]},"model":"m"} | {"provider":{"a":"\\ud800","n": 1e400,Q},"model":"m"}
          {"provider":{"zdr":true},"model":"m","provider":{"only":["x"]}} | {"provider":{"zdr":true,Q},"model":"m","provider":P}
          """)
  @DisplayName("A7: a pin takes the place of a caller's choice and leaves the rest of their wishes")
  void pinned(String body, String changed) {
    var bytes = body.getBytes(UTF_8);
    var call = ((ChatCall.Parsed.Valid) ChatCall.parse(bytes)).call();
    var spliced = new StringBuilder(body);
    call.pinned(bytes, "prov-a")
        .reversed()
        .forEach(edit -> spliced.replace(edit.at().from(), edit.at().to(), edit.text()));

    var fields = "\"only\":[\"prov-a\"],\"allow_fallbacks\":false";
    assertThat(spliced).hasToString(changed.replace("Q", fields).replace("P", "{" + fields + "}"));
  }
}
