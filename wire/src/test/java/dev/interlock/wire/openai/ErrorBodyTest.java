package dev.interlock.wire.openai;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

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

  @Test
  void endlessTagIsNoTrouble() {
    assertThat(ErrorBody.message("<".repeat(200_000).getBytes(UTF_8))).isNotEmpty();
  }
}
