package dev.interlock.encoder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class ModelFilesTest {

  @Test
  void tokenizerNeitherCutsNorPadsNorKnowsSpecialSpellings() throws IOException {
    String json = new ModelFiles(EmbeddedEncoder.MODEL).tokenizer();

    assertThat(json)
        .contains("\"truncation\": null, \"padding\": null, \"added_tokens\": []")
        .contains("\"TemplateProcessing\"")
        .doesNotContain("max_length")
        .doesNotContain("\"Fixed\"");
  }

  @Test
  void weightsAreReadWhole() throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      ByteBuffer weights = new ModelFiles(EmbeddedEncoder.MODEL).weights(arena);

      assertThat(weights.remaining()).isEqualTo(22_972_370);
      assertThat(weights.isDirect()).isTrue();
    }
  }

  @Test
  void unknownModelIsNamed() {
    assertThatThrownBy(() -> new ModelFiles("no-such-model").tokenizer())
        .isInstanceOf(FileNotFoundException.class)
        .hasMessage("/no-such-model-tokenizer.json is not on the class path");
  }
}
