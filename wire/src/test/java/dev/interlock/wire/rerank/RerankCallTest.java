package dev.interlock.wire.rerank;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.error.ApiError;
import dev.interlock.wire.rerank.RerankCall.Parsed;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RerankCallTest {
  private static Parsed parse(String json) {
    return RerankCall.parse(json.replace('\'', '"').getBytes(UTF_8));
  }

  private static RerankCall valid(String json) {
    return switch (parse(json)) {
      case Parsed.Valid valid -> valid.call();
      case Parsed.Wrong wrong -> throw new AssertionError(wrong.error());
    };
  }

  private static ApiError wrong(String json) {
    return switch (parse(json)) {
      case Parsed.Valid valid -> throw new AssertionError(valid.call());
      case Parsed.Wrong wrong -> wrong.error();
    };
  }

  @Test
  @DisplayName("documents are strings or objects with a text; what is not known is ignored")
  void wholeCall() {
    var call =
        valid(
            "{'model':'best','query':'q','documents':['a',{'text':'b','title':'t'}],'top_n':1,"
                + "'return_documents':true,'max_tokens_per_doc':7,'rank_fields':['text']}");
    assertThat(call)
        .isEqualTo(new RerankCall("best", "q", List.of("a", "b"), OptionalInt.of(1), true));
    assertThat(call.wanted()).isEqualTo(1);
  }

  @Test
  @DisplayName("without top_n all are wanted, and never more than there are")
  void wanted() {
    assertThat(valid("{'model':'m','query':'q','documents':['a','b'],'top_n':null}").wanted())
        .isEqualTo(2);
    assertThat(valid("{'model':'m','query':'q','documents':['a'],'top_n':9}").wanted())
        .isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          {'query':'q','documents':['a']}                                 | missing_field    | model
          {'model':'m','documents':['a']}                                 | missing_field    | query
          {'model':'m','query':'','documents':['a']}                      | empty_input      | query
          {'model':'m','query':['q'],'documents':['a']}                   | invalid_type     | query
          {'model':'m','query':'q'}                                       | missing_field    | documents
          {'model':'m','query':'q','texts':['a']}                         | missing_field    | documents
          {'model':'m','query':'q','documents':'a'}                       | invalid_type     | documents
          {'model':'m','query':'q','documents':[]}                        | empty_input      | documents
          {'model':'m','query':'q','documents':['a','']}                  | empty_input      | documents
          {'model':'m','query':'q','documents':[1]}                       | invalid_type     | documents
          {'model':'m','query':'q','documents':[{'title':'a'}]}           | missing_field    | documents
          {'model':'m','query':'q','documents':[{'image':'a'}]}           | invalid_type     | documents
          {'model':'m','query':'q','documents':['\\ud800']}               | invalid_unicode  | documents
          {'model':'m','query':'q','documents':['a'],'top_n':0}           | invalid_value    | top_n
          {'model':'m','query':'q','documents':['a'],'top_n':1.5}         | invalid_value    | top_n
          {'model':'m','query':'q','documents':['a'],'return_documents':1} | invalid_type    | return_documents
          {'model':'m','query':'q','documents':['a'],'query':'r'}         | duplicate_field  | query
          """)
  @DisplayName("each mistake is told with its field")
  void mistakes(String json, String code, String param) {
    var error = wrong(json);
    assertThat(error.status()).isEqualTo(400);
    assertThat(error.code()).isEqualTo(code);
    assertThat(error.param()).hasValue(param);
  }

  @Test
  @DisplayName("an empty text is told with its place")
  void placeIsTold() {
    assertThat(wrong("{'model':'m','query':'q','documents':['a','']}").message())
        .isEqualTo("`documents[1]` is an empty string");
  }

  @Test
  @DisplayName("a thousand documents are taken, one more is not")
  void tooMany() {
    var most = String.join(",", Collections.nCopies(RerankCall.MAX_DOCUMENTS, "'a'"));
    var json = "{'model':'m','query':'q','documents':[%s]}";
    assertThat(valid(json.formatted(most)).documents()).hasSize(RerankCall.MAX_DOCUMENTS);
    assertThat(wrong(json.formatted(most + ",'a'")).code()).isEqualTo("too_many_documents");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          []    | must be a JSON object, not an array
          {'a'  | no valid JSON
          {} {} | something follows
          """)
  void noObject(String json, String words) {
    assertThat(wrong(json).code()).isEqualTo("invalid_json");
    assertThat(wrong(json).message()).contains(words);
  }
}
