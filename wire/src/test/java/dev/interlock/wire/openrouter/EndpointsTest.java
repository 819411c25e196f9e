package dev.interlock.wire.openrouter;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class EndpointsTest {
  @Test
  @DisplayName("A7: each provider's tags are found by its display name")
  void tags() {
    var body =
        """
        {"data":{"id":"m","endpoints":[
          {"provider_name":"DeepInfra","tag":"deepinfra/fp8"},
          {"provider_name":"DeepInfra","tag":"deepinfra/bf16"},
          {"provider_name":"Nebius"}, {"tag":"x"}, 7]}}
        """;
    assertThat(Endpoints.tags(body.getBytes(StandardCharsets.UTF_8)))
        .containsOnlyKeys("DeepInfra")
        .containsEntry("DeepInfra", Set.of("deepinfra/fp8", "deepinfra/bf16"));
    assertThat(Endpoints.tags("<html>".getBytes(StandardCharsets.UTF_8))).isEmpty();
    assertThat(Endpoints.tags("{\"data\":[]}".getBytes(StandardCharsets.UTF_8))).isEmpty();
  }
}
