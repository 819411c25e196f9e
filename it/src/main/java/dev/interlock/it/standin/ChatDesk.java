package dev.interlock.it.standin;

import dev.interlock.it.standin.Provider.Habit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// `POST /chat/completions`, whole and streamed (wire-formats §2.4, §2.5). Thread: any.
final class ChatDesk {
  private final Plant plant;

  ChatDesk(Plant plant) {
    this.plant = plant;
  }

  List<Act> serve(Order order) {
    if (order.body().path("messages").isEmpty()) {
      return Refusal.of(400, "invalid_request", "Input required: specify \"messages\"").acts();
    }
    long prompt = plant.encoders.tokens(Parrot.prompt(order.body()));
    int most = mostTokens(order.body());
    if (prompt + most > Model.CONTEXT) {
      return overflow(prompt + most).acts();
    }
    var price = plant.prices.of(order.model());
    var refused =
        plant.wallet.refusal(price.nanos(prompt, most), price.completion().doubleValue() * 1e9);
    if (refused.isPresent()) {
      return refused.get().acts();
    }
    var parrot = Parrot.answer(order.body(), most);
    return order.body().path("stream").asBoolean(false)
        ? streamed(order, parrot, prompt)
        : whole(order, parrot, prompt);
  }

  private static int mostTokens(JsonNode body) {
    int most = body.path("max_completion_tokens").asInt(body.path("max_tokens").asInt(0));
    return most > 0 ? most : Model.MAX_COMPLETION;
  }

  private static Refusal overflow(long tokens) {
    return Refusal.of(
        400,
        "context_length_exceeded",
        "This endpoint's maximum context length is %d tokens. You requested about %d tokens"
            .formatted(Model.CONTEXT, tokens));
  }

  private List<Act> whole(Order order, Parrot parrot, long prompt) {
    var pace = plant.pace(order.provider());
    long doneAt = pace.doneAtNanos(0) + pace.perToken().multipliedBy(parrot.tokens()).toNanos();
    var line = plant.line(order, prompt, parrot.tokens());
    if (!order.empty()) {
      plant.bill.put(line);
    }
    var message = order.empty() ? Json.of("role", "assistant", "content", "") : parrot.message();
    var choice =
        Json.of(
            "index",
            0,
            "message",
            message,
            "logprobs",
            Json.none(),
            "finish_reason",
            order.empty() ? "stop" : parrot.finish(),
            "native_finish_reason",
            order.empty() ? "network_error" : parrot.finish());
    var body =
        answer(
            order,
            "chat.completion",
            choice,
            order.empty() ? Optional.empty() : Optional.of(Plant.usage(line)));
    return List.of(
        pace.until(doneAt), new Act.Whole(200, order.headers(), padded(Json.bytes(body))));
  }

  /// White space before the brace keeps a slow answer's connection alive.
  private static byte[] padded(byte[] body) {
    var padded = new byte[body.length + 11];
    Arrays.fill(padded, 0, 11, (byte) '\n');
    System.arraycopy(body, 0, padded, 11, body.length);
    return padded;
  }

  private Map<String, Object> answer(
      Order order, String object, Object choice, Optional<Map<String, Object>> usage) {
    var name =
        order.provider().has(Habit.CANONICAL_NAME)
            ? order.model().canonical()
            : order.model().slug();
    return Json.of(
        "id", order.id(),
        "provider", order.saidProvider(),
        "model", order.saidModel(name),
        "object", object,
        "created", plant.time.wall().now().getEpochSecond(),
        "choices", choice instanceof List<?> ? choice : List.of(choice),
        "usage", usage);
  }

  private List<Act> streamed(Order order, Parrot parrot, long prompt) {
    var pace = plant.pace(order.provider());
    boolean cancels = order.provider().has(Habit.CANCELS);
    var full = plant.line(order, prompt, parrot.tokens());
    if (!cancels && !order.empty()) {
      plant.bill.put(full);
    }
    var acts = new ArrayList<Act>();
    acts.add(new Act.Head(200, Map.of("content-type", Events.TYPE, "x-generation-id", order.id())));
    acts.add(new Act.Piece(Events.comment("OPENROUTER PROCESSING")));
    acts.add(pace.until(pace.doneAtNanos(0)));
    acts.add(piece(order, Json.of("role", "assistant", "content", ""), Optional.empty()));
    for (int i = 0; i < parrot.words().size() && !order.empty(); i++) {
      var line = plant.line(order, prompt, i + 1);
      acts.add(new Act.Wait(i == 0 ? Duration.ZERO : pace.perToken()));
      if (cancels) {
        acts.add(new Act.Do(() -> plant.bill.put(line)));
      }
      acts.add(piece(order, Json.of("content", parrot.words().get(i)), Optional.empty()));
    }
    parrot
        .tool()
        .ifPresent(
            call -> acts.add(piece(order, Json.of("tool_calls", List.of(call)), Optional.empty())));
    if (cancels && !order.empty()) {
      acts.add(new Act.Do(() -> plant.bill.put(full)));
    }
    acts.add(piece(order, Json.of("content", ""), Optional.of(parrot.finish())));
    acts.add(new Act.Piece(Events.data(usageEvent(order, full))));
    acts.add(new Act.End(Events.done()));
    return acts;
  }

  private Map<String, Object> usageEvent(Order order, Bill.Line line) {
    var choice = Json.of("index", 0, "delta", Json.of("role", "assistant", "content", ""));
    var choices = order.provider().has(Habit.REPEATS_CHOICE) ? List.of(choice) : List.of();
    return answer(
        order,
        "chat.completion.chunk",
        choices,
        order.empty() ? Optional.empty() : Optional.of(Plant.usage(line)));
  }

  private Act piece(Order order, Map<String, Object> delta, Optional<String> finish) {
    var choice =
        Json.of(
            "index",
            0,
            "delta",
            delta,
            "finish_reason",
            finish.<Object>map(f -> f).orElse(Json.none()),
            "native_finish_reason",
            finish.<Object>map(f -> f).orElse(Json.none()));
    return new Act.Piece(
        Events.data(answer(order, "chat.completion.chunk", choice, Optional.empty())));
  }
}
