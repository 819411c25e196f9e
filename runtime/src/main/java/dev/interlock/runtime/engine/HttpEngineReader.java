package dev.interlock.runtime.engine;

import dev.interlock.core.embed.Fault;
import dev.interlock.core.route.Dialect;
import dev.interlock.core.route.EngineHealth;
import dev.interlock.core.route.EngineState;
import dev.interlock.core.route.ModelIdentity;
import dev.interlock.core.route.ModelIdentity.Kind;
import dev.interlock.runtime.upstream.EngineHttp;
import dev.interlock.wire.llamacpp.Props;
import dev.interlock.wire.ollama.Shown;
import dev.interlock.wire.ollama.Tags;
import dev.interlock.wire.openai.ServedModels;
import dev.interlock.wire.openai.ServerVersion;
import dev.interlock.wire.tei.ServerInfo;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Reads the state of an engine by URL, each dialect by its own paths (wire-formats §4 to §7).
///
/// Thread: any; blocks, at most ten seconds a question.
public final class HttpEngineReader implements EngineReader {
  /// The special tokens of an engine that can't be asked for them.
  private static final int USUAL_SPECIALS = 2;

  /// What every Ollama loads a model for, if nothing else is said (2,048 in its oldest releases).
  private static final int OLLAMA_CONTEXT = 2_048;

  /// llama.cpp embeds a text in one physical batch. Its size is told nowhere; this is the default.
  private static final int LLAMACPP_BATCH_TOKENS = 512;

  private final Survey survey;
  private final Dialect dialect;
  private final Tokenizer tokenizer;

  /// A reader over connections that somebody else closes.
  public HttpEngineReader(EngineHttp http, Dialect dialect) {
    this.survey = new Survey(http);
    this.dialect = dialect;
    this.tokenizer = new Tokenizer(http, dialect);
  }

  @Override
  public Reading read() {
    try {
      return switch (dialect) {
        case OLLAMA -> ollama();
        case LLAMACPP -> llamaCpp();
        case TEI -> tei();
        case VLLM -> listed(survey.maybe("/version", ServerVersion::decode));
        case OPENAI, LMSTUDIO -> listed(Optional.empty());
      };
    } catch (Survey.Unread unread) {
      return unread.reading();
    }
  }

  @Override
  public EngineHealth health() {
    return switch (dialect) {
      case LLAMACPP -> survey.health("/health", EngineHealth.LOADING);
      case VLLM, TEI -> survey.health("/health", EngineHealth.DOWN);
      case OLLAMA -> survey.health("/api/version", EngineHealth.DOWN);
      case OPENAI, LMSTUDIO -> survey.healthOpenAi("/models", EngineHealth.DOWN);
    };
  }

  @Override
  public Optional<List<Integer>> count(List<String> texts) {
    return tokenizer.count(texts, false);
  }

  private Reading ollama() {
    var model = survey.model();
    var tags = survey.need("/api/tags", Tags::decode);
    var tag = tags.named(model).orElseThrow(() -> notPulled(model));
    var shown = survey.need("/api/show", Shown.ask(model), Shown::decode);
    var loaded = survey.maybe("/api/ps", Tags::decode).flatMap(t -> t.named(model));
    return told(
        new EngineState(
            Set.copyOf(List.of(model, tag.name())),
            tag.digest().map(d -> new ModelIdentity(Kind.DIGEST, d)),
            without(ollamaContext(shown, loaded), USUAL_SPECIALS),
            OptionalInt.empty(),
            survey.maybe("/api/version", ServerVersion::decode),
            tag.remote().or(shown::remote)));
  }

  private Survey.Unread notPulled(String model) {
    return survey.failed(
        Fault.DENIED, "it has no model %s (ollama pull %s)".formatted(model, model));
  }

  private static OptionalInt ollamaContext(Shown shown, Optional<Tags.Model> loaded) {
    int room =
        loaded
            .map(Tags.Model::contextLength)
            .filter(OptionalInt::isPresent)
            .orElse(shown.numCtx())
            .orElse(OLLAMA_CONTEXT);
    return OptionalInt.of(Math.min(room, shown.contextLength().orElse(room)));
  }

  private Reading llamaCpp() {
    var props = survey.need("/props", Props::decode);
    var models = survey.maybe("/v1/models", ServedModels::decode);
    var only = models.flatMap(m -> m.models().stream().findFirst());
    var context = only.map(ServedModels.Model::maxTokens).orElse(OptionalInt.empty());
    int room = (context.isPresent() ? context : props.contextPerSlot()).orElse(Integer.MAX_VALUE);
    return told(
        new EngineState(
            models.map(HttpEngineReader::spellings).orElse(Set.of()),
            props
                .modelPath()
                .map(p -> new ModelIdentity(Kind.PATH, p))
                .or(() -> only.map(m -> new ModelIdentity(Kind.NAME, m.id()))),
            without(OptionalInt.of(Math.min(room, LLAMACPP_BATCH_TOKENS)), tokenizer.specials()),
            OptionalInt.empty(),
            props.buildInfo(),
            Optional.empty()));
  }

  private Reading tei() {
    var info = survey.need("/info", ServerInfo::decode);
    return told(
        new EngineState(
            info.spellings(),
            Optional.of(
                info.modelSha()
                    .map(sha -> new ModelIdentity(Kind.SHA, sha))
                    .orElse(new ModelIdentity(Kind.PATH, info.modelId()))),
            without(info.maxInputLength(), tokenizer.specials()),
            info.maxClientBatchSize(),
            info.version(),
            Optional.empty()));
  }

  /// Servers that list their models as OpenAI does. Only vLLM's list is whole, so only there a
  /// model that is not in it is missing.
  private Reading listed(Optional<String> version) {
    var list = survey.maybeOpenAi("/models", ServedModels::decode);
    var model = list.flatMap(l -> l.named(survey.model()));
    if (model.isEmpty()) {
      if (dialect == Dialect.VLLM && list.isPresent()) {
        throw survey.failed(Fault.DENIED, notServed(list.get()));
      }
      return new Reading.Untold(survey.host() + " does not list " + survey.model());
    }
    boolean vllm = dialect == Dialect.VLLM;
    return told(
        new EngineState(
            spellings(new ServedModels(List.of(model.get()))),
            (vllm ? model.get().root() : Optional.<String>empty())
                .map(root -> new ModelIdentity(Kind.PATH, root))
                .or(() -> Optional.of(new ModelIdentity(Kind.NAME, model.get().id()))),
            vllm ? without(model.get().maxTokens(), tokenizer.specials()) : OptionalInt.empty(),
            OptionalInt.empty(),
            version,
            Optional.empty()));
  }

  private static Set<String> spellings(ServedModels list) {
    return list.models().stream()
        .flatMap(m -> Stream.concat(Stream.of(m.id()), m.aliases().stream()))
        .collect(Collectors.toUnmodifiableSet());
  }

  private String notServed(ServedModels list) {
    return "it serves no model %s, but %s"
        .formatted(
            survey.model(),
            list.models().stream().map(ServedModels.Model::id).collect(Collectors.joining(", ")));
  }

  private static OptionalInt without(OptionalInt tokens, int specials) {
    return tokens.isPresent()
        ? OptionalInt.of(Math.max(1, tokens.getAsInt() - specials))
        : OptionalInt.empty();
  }

  private static Reading told(EngineState state) {
    return new Reading.Told(state);
  }
}
