package dev.interlock.app.cli;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Which rows of the ledger are wanted; the server judges the words.
final class LedgerOptions {
  @Option(
      names = "--last",
      paramLabel = "N",
      description = "Attempts at the most, newest first, 1 to 1000 (default: 50).")
  private @Nullable String last;

  @Option(
      names = "--kind",
      paramLabel = "KIND",
      description = "Only probe, embed, chat, search or index.")
  private @Nullable String kind;

  @Option(names = "--route", paramLabel = "NAME", description = "Only this route.")
  private @Nullable String route;

  @Option(names = "--profile", paramLabel = "NAME", description = "Only this profile or role.")
  private @Nullable String profile;

  @Option(names = "--project", paramLabel = "NAME", description = "Only this project.")
  private @Nullable String project;

  @Option(names = "--caller", paramLabel = "NAME", description = "Only this caller.")
  private @Nullable String caller;

  @Option(
      names = "--ending",
      paramLabel = "WORD",
      description =
          "Only answered, refused, failed, mismatch, cancelled, partial or not_sent attempts.")
  private @Nullable String ending;

  @Option(
      names = "--since",
      paramLabel = "WHEN",
      description = "Only what began since: 1h, 30m, 7d, or an instant.")
  private @Nullable String since;

  /// The query string, with its question mark; empty without a filter.
  String query() {
    var given = new LinkedHashMap<String, @Nullable String>();
    given.put("last", last);
    given.put("kind", kind);
    given.put("route", route);
    given.put("profile", profile);
    given.put("project", project);
    given.put("caller", caller);
    given.put("ending", ending);
    given.put("since", since);
    var pairs = new ArrayList<String>();
    given.forEach(
        (name, value) -> {
          if (value != null) {
            pairs.add(name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8));
          }
        });
    return pairs.stream().collect(Collectors.joining("&", pairs.isEmpty() ? "" : "?", ""));
  }
}
