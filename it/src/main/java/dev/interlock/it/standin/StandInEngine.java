package dev.interlock.it.standin;

import dev.interlock.it.standin.Encoders.Build;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/// A local engine on loopback that speaks as llama.cpp's server does (wire-formats §7), and embeds
/// with the packaged full build. Switched at run time by `POST` to `/_drift`, `/_speed` and
/// `/_faults`; `GET /_stats` tells what it saw.
///
/// Thread: any.
public final class StandInEngine implements AutoCloseable {
  /// The model that it holds, whatever name it is asked for.
  public static final String MODEL = "all-minilm-l6-v2";

  private static final String WHO = "local";
  private static final long SEED = 18_081;
  private static final int SPECIALS = 2;
  private static final int MAX_TOKENS = Encoders.MAX_TOKENS + SPECIALS;
  private static final int SLOTS = 4;

  private final Encoders encoders;
  private final Ground.Time time;
  private final Tally tally;
  private final Served served;
  private final Stack stack;
  private final Pace pace;
  private final Faults faults = new Faults();
  private final AtomicInteger ids = new AtomicInteger();
  private final Front front;

  private StandInEngine(Ground ground, Encoders encoders, int port) {
    this.encoders = encoders;
    this.time = ground.time();
    this.tally = new Tally(time.ticker());
    this.served = new Served(encoders);
    this.stack = new Stack(encoders, Build.FULL, new SplittableRandom(SEED));
    this.pace = new Pace(time.ticker());
    this.front = Front.open(ground, port, tally, new Front.Scripts(this::answer, this::switched));
  }

  /// An engine on a free port.
  public static StandInEngine start(Ground ground, Encoders encoders) {
    return start(ground, encoders, 0);
  }

  /// An engine on a port of the caller's choosing.
  public static StandInEngine start(Ground ground, Encoders encoders, int port) {
    return new StandInEngine(ground, encoders, port);
  }

  /// Its address without a path, for its switches and for `dialect: llamacpp`.
  public String url() {
    return "http://127.0.0.1:%d".formatted(front.port());
  }

  /// Throws a switch, as a `POST` of this body to `/_NAME` does.
  ///
  /// @throws IllegalArgumentException if there is no such switch, or the body does not fit it
  public void set(String name, String json) {
    if (!set(name, Json.tree(json))) {
      throw new IllegalArgumentException("no switch %s takes %s".formatted(name, json));
    }
  }

  /// What it saw, as `GET /_stats` tells it.
  public JsonNode stats() {
    return Json.tree(told());
  }

  @Override
  public void close() {
    front.close();
  }

  private boolean set(String name, JsonNode body) {
    return switch (name) {
      case "drift" -> {
        var drift = Drift.of(body);
        drift.ifPresent(
            next -> {
              served.changed();
              stack.drift(next);
            });
        yield drift.isPresent();
      }
      case "speed" -> {
        pace.set(body);
        yield true;
      }
      case "faults" -> faults.add(body);
      case "forget" -> {
        tally.forget();
        yield true;
      }
      default -> false;
    };
  }

  private List<Act> switched(Incoming incoming) {
    var name = incoming.path().substring("/_".length());
    boolean fits =
        incoming.method().equals("GET")
            ? name.equals("stats")
            : incoming.json().map(body -> set(name, body)).orElse(false);
    return fits ? ok(told()) : error(400, "no such switch or setting", "invalid_request_error");
  }

  private Map<String, Object> told() {
    var all = tally.told();
    all.put("served", served.told());
    all.put("drift", stack.drift().words());
    all.put("speed", pace.told());
    return all;
  }

  private List<Act> answer(Incoming incoming) {
    var fault = faults.next(incoming.path(), "");
    return fault
        .filter(Fault::instead)
        .map(f -> f.acts(WHO, ""))
        .orElseGet(
            () -> {
              var answer = healthy(incoming);
              return fault.map(f -> f.in(answer)).orElse(answer);
            });
  }

  private List<Act> healthy(Incoming incoming) {
    var body = incoming.json().orElse(Json.tree("{}"));
    return switch (incoming.path()) {
      case "/health", "/v1/health" -> ok(Json.of("status", "ok"));
      case "/props" -> ok(props());
      case "/models", "/v1/models" -> ok(Json.of("object", "list", "data", List.of(model())));
      case "/tokenize" -> ok(Json.of("tokens", tokenised(body)));
      case "/v1/embeddings", "/embeddings" -> embed(body);
      case "/v1/chat/completions" -> chat(body);
      default -> error(404, "File Not Found", "not_found_error");
    };
  }

  private static Map<String, Object> props() {
    return Json.of(
        "default_generation_settings",
        Json.of("n_ctx", MAX_TOKENS),
        "total_slots",
        SLOTS,
        "model_path",
        "/models/all-MiniLM-L6-v2-f32.gguf",
        "build_info",
        "b6900-51b2c3d4");
  }

  private static Map<String, Object> model() {
    return Json.of(
        "id",
        MODEL,
        "object",
        "model",
        "created",
        1_772_323_200,
        "owned_by",
        "llamacpp",
        "meta",
        Json.of("n_ctx", MAX_TOKENS, "n_ctx_train", 512, "n_embd", 384));
  }

  private List<Integer> tokenised(JsonNode body) {
    int specials = body.path("add_special").asBoolean(false) ? SPECIALS : 0;
    int count = encoders.tokens(body.path("content").asString("")) + specials;
    return IntStream.range(0, count).boxed().toList();
  }

  private List<Act> embed(JsonNode body) {
    var texts = EmbedDesk.texts(body.path("input"));
    if (texts.isEmpty()) {
      return error(400, "\"input\" must not be empty", "invalid_request_error");
    }
    for (var text : texts) {
      int tokens = encoders.tokens(text) + SPECIALS;
      if (tokens > MAX_TOKENS) {
        return error(500, tooLong(tokens), "server_error");
      }
    }
    long doneAt = pace.doneAtNanos(texts.size());
    var embedded = stack.embed(texts);
    served.embedded(WHO, texts, embedded.drifted());
    return List.of(pace.until(doneAt), whole(vectors(body, texts, embedded.vectors())));
  }

  private static String tooLong(int tokens) {
    return ("input (%d tokens) is too large to process. increase the physical batch size (current"
            + " batch size: %d)")
        .formatted(tokens, MAX_TOKENS);
  }

  private Map<String, Object> vectors(JsonNode body, List<String> texts, List<float[]> vectors) {
    boolean packed = body.path("encoding_format").asString("float").equals("base64");
    var data = new ArrayList<Map<String, Object>>();
    for (int i = 0; i < vectors.size(); i++) {
      data.add(
          Json.of(
              "embedding",
              packed ? EmbedDesk.packed(vectors.get(i)) : vectors.get(i),
              "index",
              i,
              "object",
              "embedding",
              "encoding_format",
              packed ? Optional.of("base64") : Optional.empty()));
    }
    int tokens = texts.stream().mapToInt(t -> encoders.tokens(t) + SPECIALS).sum();
    return Json.of(
        "model",
        body.path("model").asString("gpt-3.5-turbo"),
        "object",
        "list",
        "usage",
        Json.of("prompt_tokens", tokens, "total_tokens", tokens),
        "data",
        data);
  }

  private List<Act> chat(JsonNode body) {
    int most = Math.max(1, body.path("max_tokens").asInt(Model.MAX_COMPLETION));
    var parrot = Parrot.answer(body, most);
    int prompt = encoders.tokens(Parrot.prompt(body));
    var usage =
        Json.of(
            "prompt_tokens",
            prompt,
            "completion_tokens",
            parrot.tokens(),
            "total_tokens",
            prompt + parrot.tokens());
    if (body.path("stream").asBoolean(false)) {
      return streamed(body, parrot, usage);
    }
    long doneAt = pace.doneAtNanos(0) + pace.perToken().multipliedBy(parrot.tokens()).toNanos();
    var choice = Json.of("index", 0, "message", parrot.message(), "finish_reason", parrot.finish());
    var answer = chunk(body, "chat.completion", List.of(choice));
    answer.put("usage", usage);
    return List.of(pace.until(doneAt), whole(answer));
  }

  private List<Act> streamed(JsonNode body, Parrot parrot, Map<String, Object> usage) {
    var acts = new ArrayList<Act>();
    acts.add(pace.until(pace.doneAtNanos(0)));
    acts.add(new Act.Head(200, Map.of("content-type", Events.TYPE)));
    acts.add(delta(body, Json.of("role", "assistant", "content", Json.none()), Json.none()));
    var pause = Duration.ZERO;
    for (var word : parrot.words()) {
      acts.add(new Act.Wait(pause));
      acts.add(delta(body, Json.of("content", word), Json.none()));
      pause = pace.perToken();
    }
    parrot
        .tool()
        .ifPresent(
            call -> acts.add(delta(body, Json.of("tool_calls", List.of(call)), Json.none())));
    acts.add(delta(body, Map.of(), parrot.finish()));
    if (body.path("stream_options").path("include_usage").asBoolean(false)) {
      var last = chunk(body, "chat.completion.chunk", List.of());
      last.put("usage", usage);
      acts.add(new Act.Piece(Events.data(last)));
    }
    acts.add(new Act.End(Events.done()));
    return acts;
  }

  private Act delta(JsonNode body, Map<String, Object> delta, Object finish) {
    var choice = Json.of("finish_reason", finish, "index", 0, "delta", delta);
    return new Act.Piece(Events.data(chunk(body, "chat.completion.chunk", List.of(choice))));
  }

  private Map<String, Object> chunk(JsonNode body, String object, List<?> choices) {
    return Json.of(
        "choices",
        choices,
        "created",
        time.wall().now().getEpochSecond(),
        "id",
        "chatcmpl-" + ids.getAndIncrement(),
        "model",
        body.path("model").asString("gpt-3.5-turbo"),
        "object",
        object);
  }

  private static List<Act> ok(Object body) {
    return List.of(whole(body));
  }

  private static Act whole(Object body) {
    return new Act.Whole(200, Map.of("content-type", "application/json"), Json.bytes(body));
  }

  private static List<Act> error(int status, String message, String type) {
    var error = Json.of("code", status, "message", message, "type", type);
    return List.of(
        new Act.Whole(
            status,
            Map.of("content-type", "application/json"),
            Json.bytes(Json.of("error", error))));
  }
}
