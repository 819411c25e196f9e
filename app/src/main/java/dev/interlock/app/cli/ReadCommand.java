package dev.interlock.app.cli;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// `interlock read`.
@Command(
    name = "read",
    mixinStandardHelpOptions = true,
    description = "Print lines of an indexed file, as it stands on disk now.",
    footer = {
      "",
      "Exit codes: 0 read, 1 refused (the reason is told), 2 usage, 4 no server.",
      "",
      "Example:",
      "  interlock read gate/Admission.java:18-24 --project src"
    })
final class ReadCommand extends Asking {
  private static final Pattern WITH_LINES =
      Pattern.compile("(.*):([0-9]{1,9}(?:-[0-9]{1,9})?)", Pattern.DOTALL);

  @Parameters(
      paramLabel = "PATH[:A-B]",
      description = "A path below its root, as a search shows it, with lines or one line.")
  private String file = "";

  @Option(
      names = "--project",
      paramLabel = "NAME",
      description = "The root's name; needed where several roots have that path.")
  private @Nullable String project;

  @Override
  JsonNode ask(RemoteServer server) {
    return server.need(server.get(query()));
  }

  private String query() {
    var split = WITH_LINES.matcher(file);
    boolean lines = split.matches();
    var query = "/api/v1/files?path=" + encoded(lines ? split.group(1) : file);
    if (lines) {
      query += "&lines=" + split.group(2);
    }
    return project == null ? query : query + "&project=" + encoded(project);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /// The text alone goes to standard output, what is to be known of it beside it.
  @Override
  void show(Console console, JsonNode answer) {
    console.out().println(answer.path("text").asString());
    int end = answer.path("endLine").asInt();
    int total = answer.path("totalLines").asInt();
    console
        .err()
        .println(
            console.dim(
                "%s:%d-%d of %d lines  [%s]"
                    .formatted(
                        answer.path("path").asString(),
                        answer.path("startLine").asInt(),
                        end,
                        total,
                        answer.path("project").asString())));
    if (answer.path("stale").asBoolean()) {
      console.err().println("The file has changed since it was indexed.");
    }
  }
}
