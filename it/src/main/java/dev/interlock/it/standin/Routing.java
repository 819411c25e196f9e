package dev.interlock.it.standin;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// A caller's wishes about providers: the `provider` object (wire-formats §2.3).
///
/// @param fallbacks whether others than the first may serve
record Routing(
    List<String> only,
    List<String> order,
    List<String> ignore,
    List<String> quantizations,
    boolean fallbacks) {

  static Routing of(JsonNode provider) {
    return new Routing(
        texts(provider.path("only")),
        texts(provider.path("order")),
        texts(provider.path("ignore")),
        texts(provider.path("quantizations")),
        provider.path("allow_fallbacks").asBoolean(true));
  }

  private static List<String> texts(JsonNode list) {
    return list.valueStream().map(node -> node.asString("")).toList();
  }

  /// Who may serve, first choice first.
  ///
  /// @param turn changes with each call: without a wish, providers take turns
  List<Provider> candidates(Model model, int turn) {
    var allowed = new ArrayList<>(model.providers().stream().filter(this::allows).toList());
    if (!allowed.isEmpty()) {
      Collections.rotate(allowed, -Math.floorMod(turn, allowed.size()));
    }
    var first =
        order.stream()
            .flatMap(word -> allowed.stream().filter(p -> p.called(word)))
            .distinct()
            .toList();
    if (!fallbacks) {
      return first.isEmpty() ? allowed.stream().limit(1).toList() : first;
    }
    var all = new ArrayList<>(first);
    allowed.stream().filter(p -> !first.contains(p)).forEach(all::add);
    return all;
  }

  private boolean allows(Provider provider) {
    return (only.isEmpty() || only.stream().anyMatch(provider::called))
        && ignore.stream().noneMatch(provider::called)
        && (quantizations.isEmpty() || quantizations.contains(provider.quantization()));
  }
}
