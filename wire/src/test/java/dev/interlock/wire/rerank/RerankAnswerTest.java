package dev.interlock.wire.rerank;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.rerank.Score;
import dev.interlock.wire.rerank.RerankAnswer.Scored;
import dev.interlock.wire.rerank.RerankAnswer.Unusable;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RerankAnswerTest {
  private static byte[] bytes(String json) {
    return json.replace('\'', '"').getBytes(UTF_8);
  }

  private static String request(byte[] body) {
    return new String(body, UTF_8).replace('"', '\'');
  }

  @Test
  @DisplayName("all scores are asked for, by name, and no document back")
  void requestOfMost() {
    assertThat(request(new RerankRequest("m", "q", List.of("a", "b"), Optional.empty()).encode()))
        .isEqualTo(
            "{'model':'m','query':'q','documents':['a','b'],'top_n':2,'return_documents':false}");
    assertThat(request(new RerankRequest("m", "q", List.of("a"), Optional.of("prov-a")).encode()))
        .endsWith(",'provider':{'only':['prov-a'],'allow_fallbacks':false}}");
  }

  @Test
  @DisplayName("B7: TEI is told not to cut, whatever its own default")
  void requestOfTei() {
    assertThat(request(new dev.interlock.wire.tei.RerankCall("q", List.of("a")).encode()))
        .isEqualTo(
            "{'query':'q','texts':['a'],'raw_scores':false,'return_text':false,'truncate':false}");
  }

  @Test
  @DisplayName("vLLM's answer: documents come back and are skipped")
  void answerOfVllm() {
    var body =
        "{'id':'score-1','model':'bge','usage':{'prompt_tokens':9,'total_tokens':9},'results':["
            + "{'index':1,'document':{'text':'b','multi_modal':null},'relevance_score':0.75},"
            + "{'index':0,'document':{'text':'a','multi_modal':null},'relevance_score':-11}]}";
    assertThat(RerankAnswer.decode(bytes(body)))
        .isEqualTo(
            new Scored(
                List.of(new Score(1, 0.75), new Score(0, -11)),
                Optional.of("bge"),
                OptionalLong.of(9)));
  }

  @Test
  @DisplayName("Jina's count is a total alone; a missing one is no zero")
  void counts() {
    var one = "{'model':'m','usage':%s,'results':[{'index':0,'relevance_score':1}]}";
    assertThat(scored(one.formatted("{'total_tokens':5}")).promptTokens()).hasValue(5);
    assertThat(scored(one.formatted("{'total_tokens':7,'prompt_tokens':5}")).promptTokens())
        .hasValue(5);
    assertThat(scored(one.formatted("{}")).promptTokens()).isEmpty();
    assertThat(scored(one.formatted("null")).promptTokens()).isEmpty();
  }

  private static Scored scored(String json) {
    return switch (RerankAnswer.decode(bytes(json))) {
      case Scored scored -> scored;
      case Unusable unusable -> throw new AssertionError(unusable.message());
    };
  }

  @Test
  @DisplayName("TEI's answer: a bare array without a model")
  void answerOfTei() {
    var body = "[{'index':1,'score':0.9},{'index':0,'score':null,'text':'a'}]";
    assertThat(dev.interlock.wire.tei.RerankAnswer.decode(bytes(body)))
        .isEqualTo(
            new Scored(
                List.of(new Score(1, 0.9), new Score(0, Double.NaN)),
                Optional.empty(),
                OptionalLong.empty()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          {'data':[{'index':0,'relevance_score':1}]}                            | no list `results`
          {'results':{'0':1}}                                                   | something else than a list
          {'results':null}                                                      | something else than a list
          {'results':[0.5]}                                                     | no object
          {'results':[{'relevance_score':1}]}                                   | no `index`
          {'results':[{'index':0}]}                                             | no `relevance_score`
          {'results':[{'index':0,'score':1}]}                                   | no `relevance_score`
          {'results':[{'index':-1,'relevance_score':1}]}                        | no whole number
          {'results':[{'index':'0','relevance_score':1}]}                       | no whole number
          {'results':[{'index':0,'relevance_score':'1'}]}                       | no number
          {'results':[],'results':[]}                                           | twice
          {'error':{'message':'out of memory'}}                                 | error inside a 200: out of memory
          [{'index':0,'score':1}]                                               | no JSON object
          {'results':[{'index':0,                                               | no whole JSON
          ~~                                                                    | no JSON object
          """)
  @DisplayName("B7: another shape is told as that")
  void unusable(String json, String words) {
    assertThat(RerankAnswer.decode(bytes(json)))
        .isInstanceOfSatisfying(Unusable.class, u -> assertThat(u.message()).contains(words));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          {'error':'batch too large','error_type':'Validation'} | batch too large
          {'results':[{'index':0,'relevance_score':1}]}         | an object instead of scores
          [[0.5]]                                               | no object
          [{'index':0,'relevance_score':1}]                     | no `score`
          """)
  @DisplayName("B7: another shape than TEI's is told as that")
  void unusableOfTei(String json, String words) {
    assertThat(dev.interlock.wire.tei.RerankAnswer.decode(bytes(json)))
        .isInstanceOfSatisfying(Unusable.class, u -> assertThat(u.message()).contains(words));
  }

  @Test
  @DisplayName("the reply: best first, documents only where they are wanted, no count made up")
  void reply() {
    var results = List.of(new Score(1, 2.5), new Score(0, -1));
    var bare = new RerankReply("rerank-1", "m", results, Optional.empty(), OptionalLong.empty());
    var full =
        new RerankReply(
            "rerank-1",
            "m",
            results.subList(0, 1),
            Optional.of(List.of("a", "b")),
            OptionalLong.of(3));
    assertThat(request(bare.encode()))
        .isEqualTo(
            "{'id':'rerank-1','model':'m','results':[{'index':1,'relevance_score':2.5},{'index':0,'relevance_score':-1.0}]}");
    assertThat(request(full.encode()))
        .isEqualTo(
            "{'id':'rerank-1','model':'m','results':[{'index':1,'relevance_score':2.5,'document':{'text':'b'}}],'usage':{'prompt_tokens':3,'total_tokens':3}}");
  }
}
