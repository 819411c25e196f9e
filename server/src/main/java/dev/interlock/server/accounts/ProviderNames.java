package dev.interlock.server.accounts;

import dev.interlock.runtime.upstream.ProviderTags;
import dev.interlock.wire.openrouter.Endpoints;
import dev.interlock.wire.relay.Frame;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;

/// Asks OpenRouter which tags its providers' display names stand for, once for each model.
///
/// Thread: any; blocks. An interrupt gives the question up.
final class ProviderNames implements ProviderTags {
  private static final int OK = 200;

  private final String account;
  private final Inquirer inquirer;
  private final Map<String, Map<String, Set<String>>> known = new ConcurrentHashMap<>();

  ProviderNames(String account, Inquirer inquirer) {
    this.account = account;
    this.inquirer = inquirer;
  }

  @Override
  public Map<String, Set<String>> of(String model) {
    var before = known.get(model);
    if (before != null) {
      return before;
    }
    try {
      var tags = tags(inquirer.ask(account, "/models/%s/endpoints".formatted(model)).get());
      if (!tags.isEmpty()) {
        known.put(model, tags);
      }
      return tags;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Map.of();
    } catch (ExecutionException e) {
      throw new IllegalStateException("a question failed instead of ending", e);
    }
  }

  private static Map<String, Set<String>> tags(Frame.Told told) {
    return told.status() == OK
        ? Endpoints.tags(told.body().getBytes(StandardCharsets.UTF_8))
        : Map.of();
  }
}
