package dev.interlock.wire.llamacpp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.wire.openai.ServedModels;
import org.junit.jupiter.api.Test;

/// Bodies as llama.cpp's own server sends them.
final class LlamaCppTest {
  private static byte[] json(String text) {
    return text.replace('\'', '"').getBytes(UTF_8);
  }

  @Test
  void propsTellFileBuildAndSlots() {
    var props =
        Props.decode(
                json(
                    "{'default_generation_settings':{'n_ctx':1024},'total_slots':2,"
                        + "'model_path':'/m/a.gguf','chat_template':'{%','build_info':'b1-ab'}"))
            .orElseThrow();
    assertThat(props.modelPath()).contains("/m/a.gguf");
    assertThat(props.buildInfo()).contains("b1-ab");
    assertThat(props.contextPerSlot()).hasValue(1024);
    assertThat(props.slots()).hasValue(2);
    assertThat(Props.decode(json("{'error':{'code':501}}"))).isEmpty();
  }

  @Test
  void modelsHaveAliasesAndASlotsContext() {
    var models =
        ServedModels.decode(
                json(
                    "{'models':[{'name':'x'}],'object':'list','data':[{'id':'all-minilm',"
                        + "'aliases':['mini'],'meta':{'n_ctx':512,'n_ctx_train':512}}]}"))
            .orElseThrow();
    var model = models.named("mini").orElseThrow();
    assertThat(model.id()).isEqualTo("all-minilm");
    assertThat(model.maxTokens()).hasValue(512);
    assertThat(model.root()).isEmpty();
    assertThat(models.named("x")).isEmpty();
  }

  @Test
  void metaMayBeNullWhileLoading() {
    var models = ServedModels.decode(json("{'data':[{'id':'m','meta':null}]}")).orElseThrow();
    assertThat(models.named("m").orElseThrow().maxTokens()).isEmpty();
  }

  @Test
  void tokensMayHavePieces() {
    assertThat(Tokens.decode(json("{'tokens':[{'id':101,'piece':'[CLS]'},{'id':102}]}")))
        .hasValue(2);
    assertThat(Tokens.decode(json("{'tokens':[1,2,3]}"))).hasValue(3);
    assertThat(Tokens.decode(json("{}"))).isEmpty();
  }
}
