package dev.interlock.it.standin;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/// The cloud's paths below `/_`: its switches, and what it tells of itself. Thread: any.
final class CloudSwitches {
  /// What is switched besides the plant.
  record Rules(Tally tally, Limits limits, Faults faults, AccountDesk account) {}

  private final Plant plant;
  private final Rules rules;

  CloudSwitches(Plant plant, Rules rules) {
    this.plant = plant;
    this.rules = rules;
  }

  List<Act> answer(Incoming incoming) {
    var name = incoming.path().substring("/_".length());
    if (incoming.method().equals("GET")) {
      return switch (name) {
        case "stats" -> said(200, stats());
        case "bill" -> said(200, plant.bill.told());
        case "calls" -> said(200, plant.visits.told());
        default -> said(404, Json.of("error", "no such page"));
      };
    }
    boolean fits = incoming.json().map(body -> set(name, body)).orElse(false);
    return fits ? said(200, stats()) : said(400, Json.of("error", "no such switch or setting"));
  }

  private static List<Act> said(int status, Object body) {
    return List.of(
        new Act.Whole(status, Map.of("content-type", "application/json"), Json.bytes(body)));
  }

  /// Throws a switch.
  ///
  /// @return whether there is such a switch, and it takes such a body
  boolean set(String name, JsonNode body) {
    return switch (name) {
      case "drift" -> drift(body);
      case "limits" -> did(() -> rules.limits().set(body));
      case "money" -> did(() -> plant.wallet.set(body));
      case "faults" -> rules.faults().add(body);
      case "prices" -> did(() -> plant.prices.set(body));
      case "speed" -> speed(body);
      case "forget" -> did(this::forget);
      default -> false;
    };
  }

  private void forget() {
    rules.tally().forget();
    plant.visits.forget();
  }

  private static boolean did(Runnable deed) {
    deed.run();
    return true;
  }

  /// `{"to": ..., "provider": "harbour"}`; all providers where none is named.
  private boolean drift(JsonNode body) {
    var drift = Drift.of(body);
    var who = struck(body);
    if (drift.isEmpty() || who.isEmpty()) {
      return false;
    }
    plant.served.changed();
    who.forEach(provider -> plant.stack(provider).drift(drift.get()));
    return true;
  }

  private boolean speed(JsonNode body) {
    rules.account().set(body);
    var who = struck(body);
    who.forEach(provider -> plant.pace(provider).set(body));
    return !who.isEmpty();
  }

  private static List<Provider> struck(JsonNode body) {
    return body.has("provider")
        ? Provider.of(body.path("provider").asString("")).stream().toList()
        : Arrays.asList(Provider.values());
  }

  Map<String, Object> stats() {
    var all = rules.tally().told();
    all.put("served", plant.served.told());
    all.put("money", plant.wallet.told());
    all.put(
        "providers",
        Arrays.stream(Provider.values())
            .collect(
                Collectors.toMap(
                    Provider::slug,
                    p ->
                        Json.of(
                            "tag", p.tag(),
                            "drift", plant.stack(p).drift().words(),
                            "speed", plant.pace(p).told()))));
    return all;
  }
}
