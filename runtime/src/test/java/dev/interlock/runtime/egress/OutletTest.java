package dev.interlock.runtime.egress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.answer.CheckStrength;
import dev.interlock.core.embed.EmbedOutcome;
import dev.interlock.core.embed.EmbedRequest;
import dev.interlock.core.embed.EmbeddingClient;
import dev.interlock.core.embed.Fault;
import dev.interlock.core.embed.TokenCounter;
import dev.interlock.core.route.Capacity;
import dev.interlock.core.route.Dialect;
import dev.interlock.core.route.Engine;
import dev.interlock.core.route.EngineHealth;
import dev.interlock.core.route.EngineState;
import dev.interlock.core.route.ModelIdentity;
import dev.interlock.core.route.ModelIdentity.Kind;
import dev.interlock.core.route.Placement;
import dev.interlock.core.route.Route;
import dev.interlock.runtime.engine.EngineReader;
import dev.interlock.runtime.engine.Reading;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class OutletTest {
  /// An engine that can't be called, only asked.
  private record Mute() implements EmbeddingClient {
    @Override
    public EmbedOutcome embed(EmbedRequest request) {
      return new EmbedOutcome.Failed(Fault.UNREACHABLE, OptionalInt.empty(), "mute");
    }

    @Override
    public void close() {}
  }

  /// An engine that says always the same.
  private record Saying(Reading reading) implements EngineReader {
    @Override
    public Reading read() {
      return reading;
    }

    @Override
    public EngineHealth health() {
      return EngineHealth.UP;
    }

    @Override
    public Optional<List<Integer>> count(List<String> texts) {
      return Optional.empty();
    }
  }

  private static Outlet outlet(Dialect dialect, Reading reading) {
    var route =
        new Route(
            "r",
            new Engine(Placement.LOCAL, dialect, "http://h"),
            "m",
            List.of(),
            Optional.empty(),
            new Capacity(OptionalInt.empty(), OptionalInt.empty(), 2),
            Optional.empty());
    return new Outlet(route, new Mute(), TokenCounter.estimate(), new Saying(reading));
  }

  private static Reading told(Kind kind) {
    return new Reading.Told(
        new EngineState(
            Set.of(),
            Optional.of(new ModelIdentity(kind, "x")),
            OptionalInt.of(126),
            OptionalInt.of(8),
            Optional.empty(),
            Optional.empty()));
  }

  @ParameterizedTest
  @CsvSource({
    "OLLAMA,   DIGEST, m,  STATE",
    "TEI,      SHA,    '', STATE",
    "VLLM,     PATH,   m,  STATE",
    "VLLM,     NAME,   m,  FIELD",
    "OPENAI,   NAME,   m,  FIELD",
    "OPENAI,   NAME,   '', NONE",
    "LLAMACPP, NAME,   m,  ECHO",
    "TEI,      NAME,   '', ECHO"
  })
  @DisplayName("B7: an answer's claim is worth what the engine's state or kind makes of it")
  void checkHasAStrength(Dialect dialect, Kind kind, String model, CheckStrength strength) {
    var outlet = outlet(dialect, told(kind));
    outlet.read();
    assertThat(outlet.check(Optional.of(model).filter(m -> !m.isEmpty()))).isEqualTo(strength);
  }

  @Test
  @DisplayName("A3: the engine's limits hold once it was asked; the cap only shrinks by refusals")
  void limitsAreTheEngines() {
    var outlet = outlet(Dialect.TEI, told(Kind.SHA));
    assertThat(outlet.maxTokens()).isEqualTo(510);
    assertThat(outlet.cap().now()).isEqualTo(32);
    outlet.read();
    assertThat(outlet.maxTokens()).isEqualTo(126);
    assertThat(outlet.cap().now()).isEqualTo(8);
    outlet.cap().refused(8);
    outlet.read();
    assertThat(outlet.cap().now()).isEqualTo(4);
  }

  @Test
  @DisplayName("A3: lengths are learned only where the engine itself refuses what is too long")
  void cuttersAreCountedCautiously() {
    for (var dialect : Dialect.values()) {
      var outlet = outlet(dialect, told(Kind.NAME));
      var counted = outlet.lengths() instanceof LearnedTokens;
      assertThat(counted).as(dialect.word()).isEqualTo(dialect.refusesOverLong());
    }
  }
}
