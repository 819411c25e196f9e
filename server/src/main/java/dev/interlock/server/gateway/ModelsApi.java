package dev.interlock.server.gateway;

import dev.interlock.core.error.ApiError;
import dev.interlock.server.http.Answer;
import dev.interlock.server.http.Call;
import dev.interlock.server.profiles.Shown;
import java.time.Instant;
import java.util.List;

/// `GET /v1/models`: the names that callers may ask for, roles and profiles, never the models
/// behind them. Thread: any.
public final class ModelsApi {
  private final List<String> names;
  private final long createdSeconds;

  /// @param names all names
  /// @param since when they began to be served
  public ModelsApi(List<String> names, Instant since) {
    this.names = List.copyOf(names);
    this.createdSeconds = since.getEpochSecond();
  }

  /// OpenAI's list.
  public record Models(String object, List<Model> data) {}

  /// One name.
  ///
  /// @param created Unix seconds
  /// @param owned_by always `interlock`
  public record Model(String id, String object, long created, String owned_by) {}

  /// All names.
  public Answer all(Call call) {
    return Answer.json(200, new Models("list", names.stream().map(this::model).toList()));
  }

  /// One name.
  public Answer one(Call call) {
    var id = call.part("id");
    return names.contains(id)
        ? Answer.json(200, model(id))
        : Answer.of(
            ApiError.notFound(
                "model_not_found",
                "no role or profile is called %s".formatted(Shown.line(id)),
                "ask for " + String.join(", ", names)));
  }

  private Model model(String id) {
    return new Model(id, "model", createdSeconds, "interlock");
  }
}
