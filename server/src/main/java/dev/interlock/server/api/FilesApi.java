package dev.interlock.server.api;

import dev.interlock.core.error.ApiError;
import dev.interlock.server.files.FileService;
import dev.interlock.server.files.ReadRequest;
import dev.interlock.server.http.Answer;
import dev.interlock.server.http.Call;
import dev.interlock.server.http.Endpoint;
import dev.interlock.server.http.Endpoint.Access;
import dev.interlock.server.http.Rejected;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/// `GET /api/v1/files`.
final class FilesApi {
  private static final Pattern LINES = Pattern.compile("([0-9]{1,9})(?:-([0-9]{1,9}))?");

  private final FileService files;

  FilesApi(FileService files) {
    this.files = files;
  }

  List<Endpoint> endpoints() {
    return List.of(new Endpoint("GET", "/api/v1/files", Access.OPEN, this::read));
  }

  private Answer read(Call call) {
    var path =
        call.query("path")
            .filter(p -> !p.isEmpty())
            .orElseThrow(
                () -> invalid("path", "path is missing", "add ?path= with a path below its root"));
    var lines = call.query("lines").map(FilesApi::lines).orElse(Lines.ALL);
    var project = call.query("project").filter(p -> !p.isEmpty());
    return Answer.json(200, files.read(new ReadRequest(project, path, lines.from(), lines.to())));
  }

  private record Lines(OptionalInt from, OptionalInt to) {
    static final Lines ALL = new Lines(OptionalInt.empty(), OptionalInt.empty());
  }

  private static Lines lines(String given) {
    var matched = LINES.matcher(given);
    if (!matched.matches()) {
      throw invalid(
          "lines", "lines are '%s'".formatted(given), "give A-B, such as lines=10-25, or one line");
    }
    int from = Integer.parseInt(matched.group(1));
    var to = matched.group(2);
    return new Lines(
        OptionalInt.of(from), OptionalInt.of(to == null ? from : Integer.parseInt(to)));
  }

  private static Rejected invalid(String param, String message, String hint) {
    return new Rejected(ApiError.invalid("invalid_value", param, message, hint));
  }
}
