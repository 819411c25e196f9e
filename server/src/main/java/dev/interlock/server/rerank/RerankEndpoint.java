package dev.interlock.server.rerank;

import dev.interlock.core.ledger.AttemptKind;
import dev.interlock.core.ledger.Errand;
import dev.interlock.core.profile.Kind;
import dev.interlock.core.profile.Profile;
import dev.interlock.core.route.Route;
import dev.interlock.runtime.egress.Clerk;
import dev.interlock.runtime.upstream.RerankClient;
import dev.interlock.server.http.Answer;
import dev.interlock.server.http.Call;
import dev.interlock.server.ledger.AnswerHeaders;
import dev.interlock.server.ledger.Askers;
import dev.interlock.server.profiles.ProfileBook;
import dev.interlock.wire.rerank.RerankCall;
import java.util.List;
import java.util.Optional;

/// Serves `POST /v1/rerank` for profiles of kind `rerank`.
///
/// Thread: any; blocks.
public final class RerankEndpoint {
  /// The paths that clients of this shape ask by.
  public static final List<String> PATHS = List.of("/v1/rerank", "/v2/rerank", "/rerank");

  private final ProfileBook profiles;
  private final Clients clients;
  private final Clerk clerk;

  public RerankEndpoint(ProfileBook profiles, Clients clients, Clerk clerk) {
    this.profiles = profiles;
    this.clients = clients;
    this.clerk = clerk;
  }

  /// The ways to the engines.
  @FunctionalInterface
  public interface Clients {
    /// The way that a profile of this kind has to one of its routes.
    RerankClient client(Profile profile, Route route);
  }

  /// Answers one call.
  public Answer handle(Call call) {
    return switch (RerankCall.parse(call.body())) {
      case RerankCall.Parsed.Wrong wrong -> Answer.of(wrong.error());
      case RerankCall.Parsed.Valid valid -> serve(call, valid.call());
    };
  }

  private Answer serve(Call request, RerankCall call) {
    return profiles
        .refusal(call.model(), Kind.RERANK)
        .map(Answer::of)
        .orElseGet(() -> serve(request, call, profiles.named(call.model()).orElseThrow()));
  }

  private Answer serve(Call request, RerankCall call, Profile profile) {
    var asker = Askers.of(request, Optional.of(profile.name()));
    var errand = new Errand(request.request(), AttemptKind.RERANK, asker);
    var trail = clerk.trail(errand, call.model());
    var round = new Round(new Round.Asked("rerank-" + request.request(), call, profile), trail);
    return AnswerHeaders.on(round.run(profiles, clients), trail);
  }
}
