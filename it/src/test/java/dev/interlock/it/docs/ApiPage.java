package dev.interlock.it.docs;

import dev.interlock.server.accounts.AccountsApi;
import dev.interlock.server.api.Api;
import dev.interlock.server.http.Endpoint;
import dev.interlock.server.ledger.LedgerApi;
import dev.interlock.server.mcp.McpEndpoint;
import dev.interlock.server.routes.RoutesApi;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// `docs/reference/api.md`: every endpoint that the server has, with the fields of its records. The
/// words beside them are [Words]; an endpoint without words, or words without one, fail the test.
final class ApiPage {
  private ApiPage() {}

  /// The endpoints of a server whose services nobody asks.
  @SuppressWarnings("NullAway") // only the list is looked at
  static List<Endpoint> endpoints() {
    return Api.endpoints(
        new Api.Services(
            null,
            null,
            null,
            null,
            null,
            new Api.Books(null, new LedgerApi(null, null), new AccountsApi(null)),
            new Api.Chat(null, null, null, null, new RoutesApi(null, null)),
            new Api.Agents(null, new McpEndpoint(null, null)),
            null,
            null));
  }

  static String key(Endpoint endpoint) {
    return endpoint.method() + " " + endpoint.pattern();
  }

  static String markdown() {
    var page = new StringBuilder(Words.HEAD);
    page.append("\n## Endpoints\n\n| request | who | what |\n|---|---|---|\n");
    for (var endpoint : endpoints()) {
      page.append(
          "| `%s` | %s | %s |\n"
              .formatted(
                  key(endpoint), who(endpoint.access()), Words.OF.getOrDefault(key(endpoint), "")));
    }
    page.append("\n## Shapes\n\n").append(Words.SHAPES_HEAD);
    Words.SHAPES.forEach((title, type) -> page.append(shape(title, type)));
    return page.append('\n').append(Words.FOOT).toString();
  }

  private static String who(Endpoint.Access access) {
    return switch (access) {
      case OPEN -> "anyone here";
      case ADMIN -> "admin token";
    };
  }

  private static String shape(String title, String type) {
    return "\n`%s`\n\n| field | value |\n|---|---|\n".formatted(title)
        + Arrays.stream(record(type))
            .map(c -> "| `%s` | %s |\n".formatted(c.getName(), word(c.getGenericType())))
            .collect(Collectors.joining());
  }

  private static RecordComponent[] record(String type) {
    try {
      return Class.forName("dev.interlock." + type).getRecordComponents();
    } catch (ClassNotFoundException e) {
      throw new AssertionError("Words names a record that is gone: " + type, e);
    }
  }

  /// A Java type in the words of JSON.
  private static String word(Type type) {
    if (type instanceof ParameterizedType of) {
      var inner = word(of.getActualTypeArguments()[0]);
      if (of.getRawType() == Map.class) {
        return "map of " + word(of.getActualTypeArguments()[1]) + " by " + inner;
      }
      return of.getRawType() == Optional.class ? inner + " or null" : "list of " + inner;
    }
    var name = ((Class<?>) type).getSimpleName();
    return Map.of(
            "String", "text",
            "Instant", "time, such as `2026-01-31T12:00:00Z`,",
            "BigDecimal", "number",
            "OptionalInt", "number or null")
        .getOrDefault(name, named((Class<?>) type, name));
  }

  private static String named(Class<?> type, String name) {
    if (type == boolean.class || type == Boolean.class) {
      return "true or false";
    }
    if (type.isPrimitive() || Number.class.isAssignableFrom(type)) {
      return "number";
    }
    return type.isRecord()
        ? Arrays.stream(type.getRecordComponents())
            .map(RecordComponent::getName)
            .collect(Collectors.joining(", ", "object of ", ""))
        : name.toLowerCase(Locale.ROOT);
  }
}
