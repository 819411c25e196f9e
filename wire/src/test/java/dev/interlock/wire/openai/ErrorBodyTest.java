package dev.interlock.wire.openai;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ErrorBodyTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'error':{'message':'too long','type':'x','code':null}} | too long",
        "{'error':{'code':429,'message':'slow down'}} | slow down",
        "{'error':'Unauthorized'} | Unauthorized",
        "{'error':'Input too long','error_type':'Validation'} | Input too long",
        "{'message':'batch size 33 > 32','code':422,'type':'Validation'} | batch size 33 > 32",
        "{'object':'error','message':'bad model','type':'BadRequestError'} | bad model",
        "[{'error':{'code':400,'message':'bad key','status':'INVALID'}}] | bad key",
        "{'detail':[{'loc':['body'],'msg':'field required'}]} | field required",
        "{'detail':'Not Found'} | Not Found",
        "{'error':{'type':'overloaded'}} | overloaded",
        "{'error':{}} | ``",
        "{'error':null} | ``",
        "{} | ``",
        "'just words' | just words",
        "upstream connect error | upstream connect error",
        "<html><head><title>502 Bad Gateway</title></head><body>x</body></html> | 502 Bad Gateway",
        "<p>busy <b>now</b></p><script>x()</script> | busy now",
        "{'error':{'message':'cut off | {'error':{'message':'cut off",
        "`` | ``",
      })
  void theEnginesOwnWordsAreFound(String body, String message) {
    assertThat(ErrorBody.message(body.replace('\'', '"').getBytes(UTF_8)))
        .isEqualTo(message.replace('\'', '"'));
  }

  @Test
  void longMessageIsOneShortLineOfWholeCharacters() {
    String body = "{\"error\":\"a\\n\\tb" + "😀".repeat(400) + "\"}";
    String message = ErrorBody.message(body.getBytes(UTF_8));
    assertThat(message).startsWith("a b😀").endsWith("😀…");
    assertThat(message.length()).isLessThanOrEqualTo(ErrorBody.MAX_LENGTH);
    assertThat(Surrogates.firstLone(message)).isEqualTo(-1);
  }

  @ParameterizedTest
  @CsvSource({
    "no key sk-abcdef0123456789!, no key [removed]!",
    "Bearer abc.def~ghi/jk was wrong, [removed] was wrong",
    "token_0123456789, [removed]",
    "task-oriented keys, task-oriented keys",
    "a key- is short, a key- is short"
  })
  @DisplayName("What looks like a secret in an engine's words is not repeated")
  void secretsAreTakenOut(String words, String told) {
    assertThat(ErrorBody.message("{\"error\":\"%s\"}".formatted(words).getBytes(UTF_8)))
        .isEqualTo(told);
    assertThat(ErrorBody.message(words.getBytes(UTF_8))).isEqualTo(told);
  }

  @Test
  @DisplayName("What a terminal obeys and what turns the writing is a gap")
  void commandsAreGaps() {
    assertThat(ErrorBody.shorten("a\u001b[2J\u009b31mb\u202ec\u2066d\u0000"))
        .isEqualTo("a [2J 31mb c d");
  }

  @Test
  void endlessTagIsNoTrouble() {
    assertThat(ErrorBody.message("<".repeat(200_000).getBytes(UTF_8))).isNotEmpty();
  }
}
