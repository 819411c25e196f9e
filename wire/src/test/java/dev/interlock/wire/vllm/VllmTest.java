package dev.interlock.wire.vllm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.wire.openai.ServedModels;
import dev.interlock.wire.openai.ServerVersion;
import org.junit.jupiter.api.Test;

/// Bodies as vLLM's server sends them.
final class VllmTest {
  private static byte[] json(String text) {
    return text.replace('\'', '"').getBytes(UTF_8);
  }

  @Test
  void modelsTellCheckpointAndLimit() {
    var models =
        ServedModels.decode(
                json(
                    "{'object':'list','data':[{'id':'emb','owned_by':'vllm','root':'/m/emb',"
                        + "'parent':null,'max_model_len':8192},{'id':'lora','root':'/m/l'}]}"))
            .orElseThrow();
    assertThat(models.named("emb").orElseThrow().root()).contains("/m/emb");
    assertThat(models.named("emb").orElseThrow().maxTokens()).hasValue(8192);
    assertThat(models.named("lora").orElseThrow().maxTokens()).isEmpty();
    assertThat(ServedModels.decode(json("{'error':'Unauthorized'}"))).isEmpty();
  }

  @Test
  void countAndVersionAreRead() {
    assertThat(Tokens.decode(json("{'count':3,'max_model_len':512,'tokens':[1,2,3]}"))).hasValue(3);
    assertThat(Tokens.decode(json("{'count':'3'}"))).isEmpty();
    assertThat(ServerVersion.decode(json("{'version':'0.11.0'}"))).contains("0.11.0");
    assertThat(ServerVersion.decode(json("nothing"))).isEmpty();
  }
}
