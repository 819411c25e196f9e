package dev.interlock.wire.ollama;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class ChatAskTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String HI = "{'role':'user','content':'hi'}";
  private static final String TOOL =
      "{'type':'function','function':{'name':'f','parameters':{'type':'object'}}}";

  /// Single quotes stand for double ones.
  private static ChatAsk of(String body) {
    return ChatAsk.of(body.replace('\'', '"').getBytes(UTF_8));
  }

  private static String withHi(String fields) {
    return "{'model':'m:1','messages':[%s]%s}".formatted(HI, fields.isEmpty() ? "" : "," + fields);
  }

  private static String ready(String body) {
    return new String(((ChatAsk.Ready) of(body)).body(), UTF_8).replace('"', '\'');
  }

  private static JsonNode tree(String body) {
    return JSON.readTree(((ChatAsk.Ready) of(body)).body());
  }

  private static String messages(String messages) {
    return tree("{'model':'m','messages':[%s]}".formatted(messages))
        .path("messages")
        .toString()
        .replace('"', '\'');
  }

  private static ChatAsk.Wrong wrong(String body) {
    return (ChatAsk.Wrong) of(body);
  }

  @Test
  @DisplayName("B1: a conversation may neither be cut nor shifted out of the context")
  void forbidsTheCut() {
    assertThat(ready(withHi("")))
        .isEqualTo(
            "{'model':'m:1','messages':[{'role':'user','content':'hi'}],'stream':false,"
                + "'truncate':false,'shift':false}");
  }

  @Test
  void saysWhetherToStream() {
    assertThat(((ChatAsk.Ready) of(withHi("'stream':true"))).stream()).isTrue();
    assertThat(tree(withHi("'stream':true")).path("stream").booleanValue()).isTrue();
    assertThat(((ChatAsk.Ready) of(withHi("'stream':null"))).stream()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          'temperature':0.30000000000000004          | {'temperature':0.30000000000000004}
          'top_p':1.0                                | {'top_p':1.0}
          'seed':9007199254740993                    | {'seed':9007199254740993}
          'frequency_penalty':-2                     | {'frequency_penalty':-2}
          'presence_penalty':0.5                     | {'presence_penalty':0.5}
          'stop':'END'                               | {'stop':['END']}
          'stop':['a','b']                           | {'stop':['a','b']}
          'max_tokens':7                             | {'num_predict':7}
          'max_completion_tokens':8                  | {'num_predict':8}
          'max_tokens':7,'max_completion_tokens':8   | {'num_predict':8}
          'max_tokens':7,'max_completion_tokens':null| {'num_predict':7}
          'options':{'num_ctx':8192,'top_k':3}       | {'num_ctx':8192,'top_k':3}
          'options':{'num_ctx':8192},'seed':1        | {'num_ctx':8192,'seed':1}
          """)
  void options(String fields, String options) {
    assertThat(ready(withHi(fields.strip()))).contains("'options':" + options + ",'stream'");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          'keep_alive':'10m'                        | 'keep_alive':'10m'
          'keep_alive':0                            | 'keep_alive':0
          'think':true                              | 'think':true
          'logprobs':true,'top_logprobs':3          | 'logprobs':true,'top_logprobs':3
          'reasoning_effort':'none'                 | 'think':false
          'reasoning_effort':'low'                  | 'think':'low'
          'reasoning_effort':'high'                 | 'think':'high'
          'response_format':{'type':'json_object'}  | 'format':'json'
          'response_format':{'type':'json_schema','json_schema':{'name':'n','schema':{'type':'object'}}} \
          | 'format':{'type':'object'}
          """)
  void fields(String fields, String expected) {
    assertThat(ready(withHi(fields.strip()))).contains("}]," + expected.strip() + ",'stream'");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'user':'u','metadata':{'a':'b'},'service_tier':'flex','safety_identifier':'s'",
        "'prompt_cache_key':'k','prediction':{'type':'content','content':'c'}",
        "'stream_options':{'include_usage':true}",
        "'n':1,'store':false,'verbosity':'medium','logit_bias':{},'modalities':['text']",
        "'n':null,'audio':null,'functions':null,'tool_choice':null,'stop':null,'options':null",
        "'response_format':{'type':'text'},'parallel_tool_calls':false,'tools':[]",
        "'tool_choice':'none','parallel_tool_calls':false,'tools':[" + TOOL + "]",
      })
  void whatSaysNothingOfTheAnswerIsLeftOut(String fields) {
    assertThat(ready(withHi(fields))).isEqualTo(ready(withHi("")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          'n':2                                | n                   | unsupported_parameter
          'n':12345678901234567890             | n                   | unsupported_parameter
          'logit_bias':{'1':2}                 | logit_bias          | unsupported_parameter
          'modalities':['text','audio']        | modalities          | unsupported_parameter
          'store':true                         | store               | unsupported_parameter
          'verbosity':'low'                    | verbosity           | unsupported_parameter
          'functions':[]                       | functions           | unsupported_parameter
          'top_k':3                            | top_k               | unsupported_parameter
          'truncate':true                      | truncate            | unsupported_parameter
          'reasoning_effort':'xhigh'           | reasoning_effort    | unsupported_parameter
          'reasoning_effort':'low','think':true| reasoning_effort    | invalid_value
          'tool_choice':'required'             | tool_choice         | unsupported_parameter
          'tool_choice':{'type':'function'}    | tool_choice         | unsupported_parameter
          'response_format':{'type':'grammar'} | response_format     | unsupported_parameter
          'response_format':{'type':'json_schema'} | response_format | invalid_value
          'tools':[{'type':'custom'}]          | tools               | unsupported_parameter
          'tools':{}                           | tools               | invalid_value
          'max_tokens':-1                      | max_tokens          | invalid_value
          'max_completion_tokens':1.5          | max_completion_tokens | invalid_value
          'max_tokens':1,'options':{'num_predict':2} | max_tokens    | invalid_value
          'temperature':'hot'                  | temperature         | invalid_value
          'seed':1,'options':{'seed':1}        | seed                | invalid_value
          'stop':[1]                           | stop                | invalid_value
          'options':3                          | options             | invalid_value
          """)
  @DisplayName("B1: what would change the answer and can't be said is refused by its name")
  void refused(String fields, String param, String code) {
    var error = wrong(withHi(fields.strip())).error();
    assertThat(error.status()).isEqualTo(400);
    assertThat(error.param()).contains(param.strip());
    assertThat(error.code()).isEqualTo(code.strip());
    assertThat(error.message()).contains("`" + param.strip());
  }

  @Test
  void toolsPassAsTheyStandUnlessNoneMayBeCalled() {
    var tools = "'tools':[" + TOOL + "]";
    assertThat(ready(withHi(tools))).contains(tools);
    assertThat(ready(withHi(tools + ",'tool_choice':'auto'"))).contains(tools);
    assertThat(ready(withHi("'tool_choice':'none'," + tools))).doesNotContain("'tools'");
    assertThat(wrong(withHi(tools + ",'parallel_tool_calls':false")).error().param())
        .contains("parallel_tool_calls");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          {'role':'developer','content':'d'} | {'role':'system','content':'d'}
          {'role':'system','content':''}     | {'role':'system','content':''}
          {'role':'assistant','content':null,'refusal':'no','annotations':[],'audio':null} \
          | {'role':'assistant','content':'no'}
          {'role':'assistant','content':'a','reasoning':'r','tool_calls':[]} \
          | {'role':'assistant','content':'a','thinking':'r'}
          {'role':'assistant','content':[{'type':'refusal','refusal':'no'}]} \
          | {'role':'assistant','content':'no'}
          {'role':'user','content':[{'type':'text','text':'a'},{'type':'text','text':'b'}]} \
          | {'role':'user','content':'a\\nb'}
          {'role':'user','content':[{'type':'image_url','image_url':\
          {'url':'data:image/png;base64,AAAA','detail':'low'}},{'type':'text','text':'b'}]} \
          | {'role':'user','content':'b','images':['AAAA']}
          {'role':'user','content':[{'type':'image_url','image_url':'data:;base64,BBBB'}]} \
          | {'role':'user','content':'','images':['BBBB']}
          """)
  void messages(String message, String expected) {
    assertThat(messages(message.strip())).isEqualTo("[%s]".formatted(expected.strip()));
  }

  @Test
  @DisplayName("B1: a call's arguments become an object, and its result bears the tool's name")
  void toolsCalledBefore() {
    assertThat(
            messages(
                """
                {'role':'assistant','content':null,'tool_calls':[\
                {'id':'c1','type':'function','function':{'name':'f','arguments':'{\\"a\\":1.0}'}},\
                {'id':'c2','type':'function','function':{'name':'g','arguments':''}}]},\
                {'role':'tool','tool_call_id':'c2','content':'two'},\
                {'role':'tool','tool_call_id':'c1','content':[{'type':'text','text':'one'}]},\
                {'role':'tool','tool_call_id':'x','name':'h','content':'three'}\
                """))
        .isEqualTo(
            "[{'role':'assistant','content':'','tool_calls':["
                + "{'function':{'name':'f','arguments':{'a':1.0}}},"
                + "{'function':{'name':'g','arguments':{}}}]},"
                + "{'role':'tool','content':'two','tool_name':'g'},"
                + "{'role':'tool','content':'one','tool_name':'f'},"
                + "{'role':'tool','content':'three','tool_name':'h'}]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          {'role':'function','content':'x'}              | messages[0].role
          'hi'                                           | messages[0].role
          {'role':'user','content':'x','name':'ann'}     | messages[0].name
          {'role':'user','content':7}                    | messages[0].content
          {'role':'user','content':[{'type':'input_audio'}]} | messages[0].content[0]
          {'role':'user','content':[{'type':'text'}]}    | messages[0].content[0]
          {'role':'user','content':[{'type':'image_url','image_url':{'url':'https://h/a.png'}}]} \
          | messages[0].content[0]
          {'role':'user','content':[{'type':'image_url','image_url':{'url':'data:image/png,AA'}}]} \
          | messages[0].content[0]
          {'role':'assistant','tool_calls':[{'type':'custom','custom':{}}]} \
          | messages[0].tool_calls[0]
          {'role':'assistant','tool_calls':[{'function':{'name':'f','arguments':'{'}}]} \
          | messages[0].tool_calls[0].function.arguments
          {'role':'assistant','tool_calls':[{'function':{'name':'f','arguments':'[]'}}]} \
          | messages[0].tool_calls[0].function.arguments
          {'role':'tool','tool_call_id':'c9','content':'x'} | messages[0].tool_call_id
          """)
  void refusedMessages(String message, String param) {
    assertThat(wrong("{'model':'m','messages':[%s]}".formatted(message.strip())).error().param())
        .contains(param.strip());
  }

  @ParameterizedTest
  @ValueSource(strings = {"{'model':'m'}", "{'model':'m','messages':[]}", "{'messages':'x'}"})
  @DisplayName("B1: a chat without a message would only load the model, and is not sent")
  void noMessage(String body) {
    assertThat(wrong(body).error().param()).contains("messages");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[]", "{", "{} {}", "{'a':NaN}"})
  void noObject(String body) {
    assertThat(wrong(body).error().code()).isEqualTo("invalid_json");
  }

  @Test
  @DisplayName("C92: half a character stays the escape that it was; whole ones stay whole")
  void surrogates() {
    var half = new String(((ChatAsk.Ready) of(withHi("'stop':'\\ud83d'"))).body(), UTF_8);
    assertThat(half).containsIgnoringCase("[\"\\ud83d\"]");
    var whole = new String(((ChatAsk.Ready) of(withHi("'stop':'\\ud83d\\ude00é'"))).body(), UTF_8);
    assertThat(whole).contains("\"😀é\"");
  }
}
