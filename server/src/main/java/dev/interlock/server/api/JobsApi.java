package dev.interlock.server.api;

import dev.interlock.core.error.ApiError;
import dev.interlock.runtime.gate.Gatekeeper;
import dev.interlock.runtime.store.JobFailure;
import dev.interlock.runtime.store.JobSkip;
import dev.interlock.runtime.store.ManifestRow;
import dev.interlock.server.http.Answer;
import dev.interlock.server.http.Call;
import dev.interlock.server.http.Endpoint;
import dev.interlock.server.http.Endpoint.Access;
import dev.interlock.server.http.Json;
import dev.interlock.server.http.Rejected;
import dev.interlock.server.jobs.JobEngine;
import dev.interlock.server.jobs.JobEngine.Progressing;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.text.Normalizer;
import java.util.List;
import java.util.Optional;

/// `/api/v1/jobs` and the maintenance verb on rows.
final class JobsApi {
  private static final int MOST_LISTED = 1_000;

  private final JobEngine engine;
  private final Gatekeeper gatekeeper;

  JobsApi(JobEngine engine, Gatekeeper gatekeeper) {
    this.engine = engine;
    this.gatekeeper = gatekeeper;
  }

  List<Endpoint> endpoints() {
    return List.of(
        new Endpoint("POST", "/api/v1/jobs", Access.ADMIN, this::start),
        new Endpoint("GET", "/api/v1/jobs", Access.OPEN, this::list),
        new Endpoint("GET", "/api/v1/jobs/{id}", Access.OPEN, this::one),
        new Endpoint("GET", "/api/v1/jobs/{id}/verify", Access.OPEN, this::verify),
        new Endpoint("POST", "/api/v1/jobs/{id}/stop", Access.ADMIN, this::stop),
        new Endpoint("POST", "/api/v1/rows/delete", Access.ADMIN, this::deleteRows));
  }

  /// @param root an absolute path on the server's machine
  /// @param allowEmpty whether a root without any file may empty its index
  record StartBody(Optional<String> root, Optional<Boolean> allowEmpty) {}

  record OneJob(JobView job) {}

  record Jobs(List<JobView> jobs) {}

  record Detail(JobView job, List<JobFailure> failures, List<JobSkip> skipped) {}

  record VerifyView(String id, long expected, long stored, List<MissingRow> missing) {}

  /// A row that the manifest names and that is not on disk.
  record MissingRow(String chunk, String path, String table, String hash) {
    static MissingRow of(ManifestRow row) {
      return new MissingRow(row.chunk(), row.path(), row.table().word(), row.hash());
    }
  }

  record DeleteBody(Optional<String> path, Optional<String> project) {}

  record Deleted(int deleted) {}

  private Answer start(Call call) {
    var body = body(call, StartBody.class);
    var root = root(body.root());
    return switch (engine.start(root, body.allowEmpty().orElse(false))) {
      case JobEngine.Started.Running running ->
          Answer.json(202, new OneJob(JobView.of(Progressing.still(running.job()), tables())));
      case JobEngine.Started.Refused refused ->
          Answer.of(refused.error()).with("x-interlock-job", refused.job().id());
    };
  }

  private static Path root(Optional<String> given) {
    try {
      var root = given.map(Path::of).filter(Path::isAbsolute);
      if (root.isPresent()) {
        return root.get().normalize();
      }
    } catch (InvalidPathException e) {
      throw new Rejected(
          invalid("root", "root is no path: " + e.getReason(), "give an absolute path"));
    }
    throw new Rejected(
        invalid("root", "root must be an absolute path", "give the folder's absolute path"));
  }

  private Answer list(Call call) {
    int limit = call.query("limit").map(JobsApi::limit).orElse(20);
    return Answer.json(200, new Jobs(engine.newest(limit).stream().map(this::view).toList()));
  }

  private JobView view(Progressing found) {
    return JobView.of(found, tables());
  }

  private List<JobView.Written> tables() {
    return JobView.Written.all(gatekeeper);
  }

  private static int limit(String given) {
    try {
      int limit = Integer.parseInt(given);
      if (limit >= 1 && limit <= MOST_LISTED) {
        return limit;
      }
    } catch (NumberFormatException e) {
      // told below, with the range
    }
    throw new Rejected(
        invalid("limit", "limit is '%s'".formatted(given), "allowed: 1 to " + MOST_LISTED));
  }

  private Answer one(Call call) {
    var found = job(call);
    var id = found.job().id();
    return Answer.json(
        200,
        new Detail(view(found), engine.failures(id, MOST_LISTED), engine.skips(id, MOST_LISTED)));
  }

  private Answer verify(Call call) {
    var found = job(call);
    var verified = engine.verify(found.job());
    return Answer.json(
        200,
        new VerifyView(
            found.job().id(),
            verified.expected(),
            verified.stored(),
            verified.missing().stream().map(MissingRow::of).toList()));
  }

  private Answer stop(Call call) {
    var found = job(call);
    if (!engine.stop(found.job().id())) {
      throw new Rejected(
          ApiError.conflict(
              "job_not_running",
              "job %s is %s".formatted(found.job().id(), found.job().state().word()),
              ""));
    }
    return Answer.json(202, new OneJob(view(found)));
  }

  private Progressing job(Call call) {
    var id = call.part("id");
    var job = id.equals("newest") ? engine.newest(1).stream().findFirst() : engine.find(id);
    return job.orElseThrow(
        () ->
            new Rejected(
                ApiError.notFound(
                    "job_not_found", "there is no job " + id, "see `interlock jobs`")));
  }

  private Answer deleteRows(Call call) {
    var body = body(call, DeleteBody.class);
    var glob =
        body.path()
            .filter(p -> !p.isBlank())
            .orElseThrow(
                () ->
                    new Rejected(
                        invalid("path", "path is missing", "give a glob, such as 'src/**'")));
    return Answer.json(
        200,
        new Deleted(
            engine.deleteRows(body.project(), Normalizer.normalize(glob, Normalizer.Form.NFC))));
  }

  private static <T> T body(Call call, Class<T> shape) {
    return switch (Json.read(call.body(), shape)) {
      case Json.Parsed.Valid<T> valid -> valid.value();
      case Json.Parsed.Wrong<T> wrong -> throw new Rejected(wrong.error());
    };
  }

  private static ApiError invalid(String param, String message, String hint) {
    return ApiError.invalid("invalid_value", param, message, hint);
  }
}
