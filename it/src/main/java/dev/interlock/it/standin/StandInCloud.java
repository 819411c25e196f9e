package dev.interlock.it.standin;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;

/// A cloud on loopback that speaks OpenRouter's formats, quirks included, with several providers
/// behind one name. What it embeds is real; its speed, limits, money and faults are switched at run
/// time by `POST` to `/_drift`, `/_limits`, `/_money`, `/_faults`, `/_speed` and `/_prices`, and
/// `GET /_stats` and `/_bill` tell what it saw.
///
/// Any key will do. Thread: any.
public final class StandInCloud implements AutoCloseable {
  private final Ground.Time time;
  private final Tally tally;
  private final Limits limits;
  private final Faults faults = new Faults();
  private final Plant plant;
  private final EmbedDesk embeddings;
  private final ChatDesk chats;
  private final RerankDesk reranks;
  private final CatalogueDesk catalogue;
  private final AccountDesk account;
  private final CloudSwitches switches;
  private final AtomicInteger turns = new AtomicInteger();
  private final AtomicInteger ids = new AtomicInteger();
  private final Front front;

  private StandInCloud(Ground ground, Encoders encoders, int port) {
    this.time = ground.time();
    this.tally = new Tally(time.ticker());
    this.limits = new Limits(time, tally);
    this.plant = new Plant(encoders, time);
    this.embeddings = new EmbedDesk(plant);
    this.chats = new ChatDesk(plant);
    this.reranks = new RerankDesk(plant);
    this.catalogue = new CatalogueDesk(plant);
    this.account = new AccountDesk(plant, limits);
    this.switches =
        new CloudSwitches(plant, new CloudSwitches.Rules(tally, limits, faults, account));
    this.front = Front.open(ground, port, tally, new Front.Scripts(this::answer, switches::answer));
  }

  /// A cloud on a free port.
  public static StandInCloud start(Ground ground, Encoders encoders) {
    return start(ground, encoders, 0);
  }

  /// A cloud on a port of the caller's choosing.
  public static StandInCloud start(Ground ground, Encoders encoders, int port) {
    return new StandInCloud(ground, encoders, port);
  }

  /// Its address without a path, for its switches.
  public String url() {
    return "http://127.0.0.1:%d".formatted(front.port());
  }

  /// The base to configure.
  public String api() {
    return url() + "/api/v1";
  }

  /// Throws a switch, as a `POST` of this body to `/_NAME` does.
  ///
  /// @throws IllegalArgumentException if there is no such switch, or the body does not fit it
  public void set(String name, String json) {
    if (!switches.set(name, Json.tree(json))) {
      throw new IllegalArgumentException("no switch %s takes %s".formatted(name, json));
    }
  }

  /// What it saw, as `GET /_stats` tells it.
  public JsonNode stats() {
    return Json.tree(switches.stats());
  }

  /// The calls of its models, oldest first, as `GET /_calls` tells them.
  public List<JsonNode> calls() {
    return plant.visits.told().stream().map(Json::tree).toList();
  }

  /// Most calls that were under way at once, over all paths.
  public int peakParallel() {
    return tally.peak();
  }

  /// All that was billed, in billionths of a dollar.
  public long billedNanoUsd() {
    return plant.bill.nanos();
  }

  @Override
  public void close() {
    front.close();
  }

  private List<Act> answer(Incoming incoming) {
    var path = path(incoming);
    var edge = faults.next(path, "");
    var answer =
        edge.filter(Fault::instead).isPresent()
            ? edge.get().acts("OpenRouter", incoming.key().orElse(""))
            : answer(incoming, path, edge);
    return dressed(edge.map(fault -> fault.in(answer)).orElse(answer));
  }

  /// Without the base, which is `/api/v1` or `/v1`.
  private static String path(Incoming incoming) {
    int at = incoming.path().indexOf("/v1/");
    return at < 0 ? incoming.path() : incoming.path().substring(at + 3);
  }

  private List<Act> answer(Incoming incoming, String path, Optional<Fault> edge) {
    var key = incoming.key();
    if (path.equals("/models") || path.endsWith("/endpoints")) {
      return listed(incoming, path);
    }
    if (key.isEmpty()) {
      return Refusal.of(401, "authentication", "No auth credentials found").acts();
    }
    return switch (path) {
      case "/embeddings/models" -> catalogue.embeddingModels();
      case "/key" -> account.key(key.get());
      case "/credits" -> account.credits();
      case "/generation" -> account.generation(incoming.query().getOrDefault("id", ""));
      case "/embeddings", "/chat/completions", "/rerank" -> call(incoming, path, edge);
      default -> Refusal.of(404, "not_found", "Not Found").acts();
    };
  }

  private List<Act> listed(Incoming incoming, String path) {
    return path.equals("/models")
        ? catalogue.models(Optional.ofNullable(incoming.query().get("output_modalities")))
        : catalogue.endpoints(
            path.substring("/models/".length(), path.length() - "/endpoints".length()));
  }

  private List<Act> call(Incoming incoming, String path, Optional<Fault> edge) {
    var throttled = limits.refusal();
    var body = incoming.json().filter(JsonNode::isObject);
    if (throttled.isPresent()) {
      plant.visits.add(path, body.orElse(Json.tree("{}")), "throttled");
      return throttled.get().acts();
    }
    if (body.isEmpty()) {
      return Refusal.of(400, "invalid_request", "The body is no JSON object").acts();
    }
    var name = body.get().path("model").asString("");
    var model = Model.of(name).filter(m -> suits(m, path));
    if (model.isEmpty()) {
      return Refusal.of(400, "invalid_request", name + " is not a valid model ID").acts();
    }
    int turn = turns.getAndIncrement();
    var who = Routing.of(body.get().path("provider")).candidates(model.get(), turn);
    if (who.isEmpty()) {
      return nobody(name).acts();
    }
    return served(new Wanted(path, body.get(), model.get(), edge), who);
  }

  private static boolean suits(Model model, String path) {
    return switch (model.use()) {
      case EMBED -> path.equals("/embeddings");
      case CHAT -> path.equals("/chat/completions");
      case RERANK -> path.equals("/rerank");
    };
  }

  private static Refusal nobody(String model) {
    return Refusal.of(404, "not_found", "No endpoints found that satisfy the routing constraints.")
        .beside(
            Json.of(
                "availability",
                Json.of(
                    "code",
                    "constraint_filtered",
                    "retryable",
                    false,
                    "requested_models",
                    List.of(model))));
  }

  private record Wanted(String path, JsonNode body, Model model, Optional<Fault> edge) {}

  /// By the first provider that no fault takes out; the last one's fault comes through.
  private List<Act> served(Wanted wanted, List<Provider> who) {
    List<Act> failed = List.of();
    for (var provider : who) {
      var own = faults.next(wanted.path(), provider.slug());
      if (own.filter(Fault::instead).isEmpty()) {
        var order =
            new Order(
                id(wanted.model()), wanted.body(), wanted.model(), provider, own.or(wanted::edge));
        plant.visits.add(wanted.path(), wanted.body(), provider.slug());
        var answer = served(order);
        return own.map(fault -> fault.in(answer)).orElse(answer);
      }
      plant.visits.add(wanted.path(), wanted.body(), provider.slug() + ": " + own.get().word());
      failed = own.get().acts(provider.display(), "");
    }
    return failed;
  }

  private List<Act> served(Order order) {
    return switch (order.model().use()) {
      case EMBED -> embeddings.serve(order);
      case CHAT -> chats.serve(order);
      case RERANK -> reranks.serve(order);
    };
  }

  private String id(Model model) {
    var kind =
        switch (model.use()) {
          case EMBED -> "emb-";
          case CHAT -> "";
          case RERANK -> "rerank-";
        };
    return "gen-%s%d-%08d"
        .formatted(kind, time.wall().now().getEpochSecond(), ids.getAndIncrement());
  }

  /// With the headers that every answer has.
  private List<Act> dressed(List<Act> acts) {
    return acts.stream()
        .map(
            act ->
                switch (act) {
                  case Act.Whole whole ->
                      new Act.Whole(whole.status(), headers(whole.headers()), whole.body());
                  case Act.Head head -> new Act.Head(head.status(), headers(head.headers()));
                  case Act.Wait _, Act.Do _, Act.Piece _, Act.End _, Act.Cut _, Act.Silence _ ->
                      act;
                })
        .toList();
  }

  private Map<String, String> headers(Map<String, String> own) {
    var headers = new HashMap<String, String>();
    headers.put("content-type", "application/json");
    headers.put("date", Hint.date(time.wall().now()));
    headers.putAll(limits.lies());
    headers.putAll(own);
    return headers;
  }
}
