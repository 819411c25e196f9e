package dev.interlock.server.embeddings;

import dev.interlock.core.embed.TextOutcome;
import dev.interlock.core.embed.Urgency;
import dev.interlock.core.error.ApiError;
import dev.interlock.core.gate.Admission;
import dev.interlock.core.ledger.AttemptKind;
import dev.interlock.core.ledger.Decision;
import dev.interlock.core.ledger.Ending;
import dev.interlock.core.ledger.Errand;
import dev.interlock.core.role.Role;
import dev.interlock.core.space.Space;
import dev.interlock.core.table.TableName;
import dev.interlock.runtime.egress.Clerk;
import dev.interlock.runtime.egress.DoorOutcome;
import dev.interlock.runtime.egress.EmbeddingDoor;
import dev.interlock.runtime.egress.Texts;
import dev.interlock.runtime.egress.Trail;
import dev.interlock.runtime.gate.Gatekeeper;
import dev.interlock.server.gate.Closed;
import dev.interlock.server.http.Answer;
import dev.interlock.server.http.Call;
import dev.interlock.server.http.Refused;
import dev.interlock.server.http.Rejected;
import dev.interlock.server.ledger.AnswerHeaders;
import dev.interlock.server.ledger.Askers;
import dev.interlock.server.search.UpstreamErrors;
import dev.interlock.wire.openai.EmbeddingsCall;
import dev.interlock.wire.openai.EmbeddingsReply;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.ToLongFunction;

/// Serves `POST /v1/embeddings` for the two embedding roles. Texts go out as they are, with no
/// prefix of the table's recipe: the caller may have its own (C26).
///
/// Thread: any; blocks.
public final class EmbeddingsEndpoint {
  /// The header that names the space of the vectors.
  public static final String SPACE_HEADER = "x-interlock-space";

  private final Gatekeeper gatekeeper;
  private final Closed closed;
  private final EmbeddingDoor door;
  private final Clerk clerk;
  private final ToLongFunction<TableName> storedRows;

  public EmbeddingsEndpoint(
      Closed closed, EmbeddingDoor door, Clerk clerk, ToLongFunction<TableName> storedRows) {
    this.gatekeeper = closed.gatekeeper();
    this.closed = closed;
    this.door = door;
    this.clerk = clerk;
    this.storedRows = storedRows;
  }

  /// Answers one call.
  public Answer handle(Call call) {
    return switch (EmbeddingsCall.parse(call.body())) {
      case EmbeddingsCall.Parsed.Wrong wrong -> Answer.of(wrong.error());
      case EmbeddingsCall.Parsed.Valid valid -> serve(call, valid.call());
    };
  }

  private Answer serve(Call request, EmbeddingsCall call) {
    var table = Role.of(call.model()).flatMap(TableName::of);
    if (table.isEmpty()) {
      return Answer.of(unknown(call.model()));
    }
    var asker = Askers.of(request, Optional.of(call.model()));
    var trail = clerk.trail(new Errand(request.request(), AttemptKind.EMBED, asker), call.model());
    return AnswerHeaders.on(serve(call, table.get(), trail), trail);
  }

  private Answer serve(EmbeddingsCall call, TableName table, Trail trail) {
    if (gatekeeper.admitted(table).isEmpty()) {
      gatekeeper.ensure(table).join();
    }
    var admissions = gatekeeper.admitted(table);
    var space = gatekeeper.space(table);
    if (admissions.isEmpty() || space.isEmpty()) {
      var why = closed.why(table, storedRows.applyAsLong(table));
      trail.withoutRoute(Ending.NOT_SENT, why.error().message());
      return Answer.of(why);
    }
    checkWidth(call.dimensions(), space.get());
    return byFirstThatAnswers(new Asked(call, trail), admissions, space.get());
  }

  /// A call and the trail of its attempts.
  private record Asked(EmbeddingsCall call, Trail trail) {
    Texts by(Decision decision) {
      return new Texts(call.inputs(), Urgency.INTERACTIVE, trail, decision);
    }
  }

  private Answer byFirstThatAnswers(Asked asked, List<Admission> admissions, Space space) {
    var call = asked.call();
    var failures = new ArrayList<Refused>();
    for (var admission : admissions) {
      switch (door.embed(admission, asked.by(gatekeeper.decision(admission)))) {
        case DoorOutcome.Withdrawn withdrawn ->
            failures.add(new Refused(ApiError.unavailable("no_route", withdrawn.reason(), "")));
        case DoorOutcome.TooLong tooLong -> {
          return Answer.of(refusal(call, admission, tooLong.failure(), tooLong.position()));
        }
        case DoorOutcome.Carried carried -> {
          var failed = failed(carried);
          if (failed.isEmpty()) {
            return reply(call, carried, space);
          }
          var error = refusal(call, admission, failed.get().failure(), failed.get().position());
          if (failed.get().failure().fault().ofTheText()) {
            return Answer.of(error);
          }
          failures.add(error);
        }
      }
    }
    return Answer.of(failures.getLast());
  }

  /// A text that brought no vector.
  private record FailedText(int position, TextOutcome.Failed failure) {}

  /// The first text that brought no vector.
  private static Optional<FailedText> failed(DoorOutcome.Carried carried) {
    for (int i = 0; i < carried.texts().size(); i++) {
      if (carried.texts().get(i) instanceof TextOutcome.Failed failed) {
        return Optional.of(new FailedText(i, failed));
      }
    }
    return Optional.empty();
  }

  private static Refused refusal(
      EmbeddingsCall call, Admission admission, TextOutcome.Failed failure, int position) {
    var param = call.inputs().size() == 1 ? "input" : "input[%d]".formatted(position);
    return UpstreamErrors.of(admission.route(), failure, param);
  }

  private static Answer reply(EmbeddingsCall call, DoorOutcome.Carried carried, Space space) {
    var vectors =
        carried.texts().stream()
            .map(
                text ->
                    switch (text) {
                      case TextOutcome.Embedded embedded -> embedded.unit();
                      case TextOutcome.Failed failed ->
                          throw new IllegalStateException(failed.message());
                    })
            .toList();
    var model = carried.model().orElse(space.encoder().model());
    var body =
        new EmbeddingsReply(model, vectors, call.encoding(), carried.promptTokens()).encode();
    return Answer.json(200, body).with(SPACE_HEADER, space.label());
  }

  private static void checkWidth(OptionalInt asked, Space space) {
    if (asked.isPresent() && asked.getAsInt() != space.dimension()) {
      throw new Rejected(
          ApiError.invalid(
              "dimension_mismatch",
              "dimensions",
              "the table's space has %d components, %d were asked for"
                  .formatted(space.dimension(), asked.getAsInt()),
              "leave dimensions out, or ask for " + space.dimension()));
    }
  }

  private static ApiError unknown(String model) {
    return ApiError.notFound(
        "model_not_found",
        "no embedding role is called %s".formatted(model),
        "ask for code-embedding or text-embedding");
  }
}
