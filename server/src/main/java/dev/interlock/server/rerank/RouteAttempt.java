package dev.interlock.server.rerank;

import dev.interlock.core.answer.CheckStrength;
import dev.interlock.core.answer.Match;
import dev.interlock.core.answer.ModelCheck;
import dev.interlock.core.budget.Use;
import dev.interlock.core.embed.EmbedOutcome.Traffic;
import dev.interlock.core.ledger.Attempt;
import dev.interlock.core.ledger.Ending;
import dev.interlock.core.ledger.Volume;
import dev.interlock.core.profile.Fault;
import dev.interlock.core.profile.Plan.Candidate;
import dev.interlock.core.rerank.BatchSize;
import dev.interlock.core.rerank.Ranking;
import dev.interlock.core.route.Route;
import dev.interlock.runtime.egress.Trail;
import dev.interlock.runtime.upstream.Failure;
import dev.interlock.runtime.upstream.RerankClient;
import dev.interlock.runtime.upstream.RerankOutcome;
import dev.interlock.server.profiles.Mismatch;
import dev.interlock.server.profiles.ProfileBook;
import dev.interlock.server.profiles.Shown;
import dev.interlock.wire.rerank.RerankCall;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// One try at one route: all documents, in as many calls as the route needs, each of them checked
/// and a row of its own. The first that fails ends the try.
///
/// Thread: the request's own; blocks.
final class RouteAttempt {
  private final ProfileBook profiles;
  private final Way way;
  private final Trail trail;
  private final ModelCheck check;
  private Optional<String> model = Optional.empty();
  private OptionalLong promptTokens = OptionalLong.of(0);

  RouteAttempt(ProfileBook profiles, Way way, Trail trail) {
    this.profiles = profiles;
    this.way = way;
    this.trail = trail;
    this.check = profiles.check(way.candidate().route());
  }

  /// Which way it goes.
  ///
  /// @param limit for all its calls together
  record Way(Candidate candidate, RerankClient client, Duration limit) {}

  /// How it ended.
  sealed interface Ended {
    /// Every document has its score.
    ///
    /// @param model the one that answered, as far as it said or its state shows, else as promised
    /// @param promptTokens the engine's own count, over all calls
    record Ranked(Ranking ranking, String model, OptionalLong promptTokens) implements Ended {}

    /// Nothing can be used.
    record Failed(Failure failure) implements Ended {}
  }

  private Route route() {
    return way.candidate().route();
  }

  Ended rank(RerankCall call) {
    var documents = call.documents();
    int most = BatchSize.of(route(), profiles.state(route()));
    long began = profiles.time().ticker().nanos();
    var ranking = Ranking.EMPTY;
    while (ranking.scores().size() < documents.size()) {
      int from = ranking.scores().size();
      int to = from + Math.min(most, documents.size() - from);
      var batch = new Batch(call.query(), documents.subList(from, to));
      var spent = Duration.ofNanos(profiles.time().ticker().nanos() - began);
      switch (ask(batch, way.limit().minus(spent))) {
        case Asked.Sound sound -> ranking = ranking.and(sound.scored().scores());
        case Asked.Spoilt spoilt -> {
          return new Ended.Failed(spoilt.failure());
        }
      }
    }
    return new Ended.Ranked(ranking, model.orElse(route().model()), promptTokens);
  }

  /// The documents of one call.
  private record Batch(String query, List<String> documents) {
    /// Two characters a token, as long as nobody counts; the query is read with each document.
    long tokensEstimated() {
      long characters = (long) query.length() * documents.size();
      return Math.ceilDiv(characters + documents.stream().mapToLong(String::length).sum(), 2L);
    }
  }

  /// What came of one call, once it is checked.
  private sealed interface Asked {
    record Sound(RerankOutcome.Scored scored) implements Asked {}

    record Spoilt(Failure failure) implements Asked {}
  }

  private Asked ask(Batch batch, Duration limit) {
    var begun = trail.begin();
    var behalf = trail.behalf(begun, Use.INTERACTIVE);
    var outcome = way.client().rerank(batch.query(), batch.documents(), limit, behalf);
    return switch (outcome) {
      case RerankOutcome.Scored scored -> {
        var failure = wrong(scored, batch.documents().size());
        trail.end(begun, told(scored, batch, failure));
        yield failure.<Asked>map(Asked.Spoilt::new).orElseGet(() -> taken(scored));
      }
      case RerankOutcome.Failed failed -> {
        trail.end(begun, told(failed));
        yield new Asked.Spoilt(failed.failure());
      }
    };
  }

  private Optional<Failure> wrong(RerankOutcome.Scored scored, int documents) {
    return Mismatch.of(match(scored), check, scored.model())
        .or(
            () ->
                Ranking.wrong(scored.scores(), documents)
                    .map(words -> Failure.of(Fault.INVALID_RESPONSE, words)));
  }

  /// An engine that never names its model is judged by its state alone.
  private Match match(RerankOutcome.Scored scored) {
    return check.judge(
        route().engine().dialect().namesReranker()
            ? scored.model()
            : Optional.of(check.promised()));
  }

  private Asked taken(RerankOutcome.Scored scored) {
    model = model.or(() -> served(scored));
    promptTokens =
        promptTokens.isPresent() && scored.promptTokens().isPresent()
            ? OptionalLong.of(promptTokens.getAsLong() + scored.promptTokens().getAsLong())
            : OptionalLong.empty();
    return new Asked.Sound(scored);
  }

  /// The model that answered, as far as it said or its state shows.
  private Optional<String> served(RerankOutcome.Scored scored) {
    var shown =
        Optional.of(check.promised())
            .filter(_ -> check.proved() && check.strength() == CheckStrength.STATE);
    return scored.model().or(() -> shown).map(Shown::line);
  }

  private Trail.Told told(RerankOutcome.Scored scored, Batch batch, Optional<Failure> failure) {
    boolean counted = scored.promptTokens().isPresent();
    var traffic = scored.traffic();
    return new Trail.Told(
        ledgerWay(),
        Optional.of(route().model()),
        served(scored),
        check.strength(),
        new Attempt.Result(
            failure.map(f -> f.fault().ending()).orElse(Ending.ANSWERED),
            OptionalInt.of(200),
            failure.map(Failure::words).orElse("")),
        new Volume(
            traffic.bytesOut(),
            traffic.bytesIn(),
            counted ? scored.promptTokens() : OptionalLong.of(batch.tokensEstimated()),
            OptionalLong.empty(),
            !counted),
        scored.cost());
  }

  private Trail.Told told(RerankOutcome.Failed failed) {
    return new Trail.Told(
        ledgerWay(),
        Optional.of(route().model()),
        Optional.empty(),
        CheckStrength.NONE,
        new Attempt.Result(
            failed.failure().fault().ending(), failed.status(), failed.failure().words()),
        volume(failed.traffic()),
        failed.cost());
  }

  private Attempt.Way ledgerWay() {
    return new Attempt.Way(
        Optional.of(route().name()), Optional.of(route().host()), way.candidate().decision());
  }

  private static Volume volume(Traffic traffic) {
    return new Volume(
        traffic.bytesOut(), traffic.bytesIn(), OptionalLong.empty(), OptionalLong.empty(), false);
  }
}
