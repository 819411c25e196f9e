package dev.interlock.server.gateway;

import dev.interlock.core.error.ApiError;
import dev.interlock.core.profile.Kind;
import dev.interlock.core.profile.Plan;
import dev.interlock.core.profile.Profile;
import dev.interlock.core.role.Policy;
import dev.interlock.core.route.Route;
import dev.interlock.server.http.Answer;
import dev.interlock.server.http.Call;
import dev.interlock.server.http.Json;
import dev.interlock.server.http.Rejected;
import dev.interlock.server.profiles.ProfileBook;
import dev.interlock.server.routes.RoleBook;
import dev.interlock.wire.chat.ChatCall;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/// `POST /api/v1/explain`: the plan for a request or a role, with nothing sent. Thread: any.
public final class ExplainApi {
  private final ProfileBook profiles;
  private final RoleBook roles;

  public ExplainApi(ProfileBook profiles, RoleBook roles) {
    this.profiles = profiles;
    this.roles = roles;
  }

  /// What is asked.
  ///
  /// @param profile the profile or role; may be absent where the body names it
  /// @param body a chat completion's body, as text; only for a profile that generates
  public record Question(Optional<String> profile, Optional<String> body) {}

  /// The plan.
  ///
  /// @param kind what its routes do
  /// @param policy of a role; absent for a profile that is named for a job
  /// @param fallback who may take over a failed attempt: `any` or `local-only`
  /// @param attempts at the most, over all routes
  /// @param timeoutMillis after so long no further attempt begins
  /// @param request what the body says, where there is one
  /// @param candidates best first
  /// @param excluded who may not serve now
  public record Explained(
      String profile,
      String kind,
      Optional<String> policy,
      String fallback,
      String delivery,
      int attempts,
      long timeoutMillis,
      Optional<Asked> request,
      List<Ranked> candidates,
      List<Excluded> excluded) {}

  /// What a body says.
  public record Asked(boolean stream, boolean usage, int bytes, long promptTokensEstimated) {}

  /// A route that would be tried.
  ///
  /// @param check what a match of the answer's model would be worth
  /// @param price what a call costs: `free` for a local route, a cloud's by the million tokens,
  ///   `unpriced` where nobody knows
  public record Ranked(
      int rank,
      String route,
      String model,
      String upstream,
      int tier,
      String decision,
      String reason,
      String check,
      String price) {}

  /// A route that would not.
  public record Excluded(String route, String model, String upstream, String reason) {}

  /// Answers one question.
  public Answer handle(Call call) {
    return switch (Json.read(call.body(), Question.class)) {
      case Json.Parsed.Wrong<Question> wrong -> Answer.of(wrong.error());
      case Json.Parsed.Valid<Question> valid -> explain(valid.value());
    };
  }

  private Answer explain(Question question) {
    var role = question.profile().flatMap(roles::explained);
    if (role.isPresent() && question.body().isPresent()) {
      throw new Rejected(embeds(role.get().profile()));
    }
    return role.map(r -> Answer.json(200, r)).orElseGet(() -> byProfile(question));
  }

  private Answer byProfile(Question question) {
    var body = question.body().map(text -> text.getBytes(StandardCharsets.UTF_8));
    var asked = body.map(ExplainApi::parsed);
    var name = question.profile().or(fromBody(asked)).orElseThrow(ExplainApi::unnamed);
    var profile =
        profiles.named(name).orElseThrow(() -> new Rejected(profiles.unknown(name, roles.names())));
    if (body.isPresent()) {
      profiles
          .refusal(name, Kind.GENERATE)
          .ifPresent(
              wrong -> {
                throw new Rejected(wrong);
              });
    }
    int bytes = body.map(b -> b.length).orElse(0);
    return Answer.json(200, explained(profile, asked.map(call -> asked(call, bytes))));
  }

  private static Supplier<Optional<String>> fromBody(Optional<ChatCall> asked) {
    return () -> asked.map(ChatCall::model);
  }

  private static ChatCall parsed(byte[] body) {
    return switch (ChatCall.parse(body)) {
      case ChatCall.Parsed.Wrong wrong -> throw new Rejected(wrong.error());
      case ChatCall.Parsed.Valid valid -> valid.call();
    };
  }

  private static Rejected unnamed() {
    return new Rejected(
        ApiError.invalid("missing_field", "profile", "profile is missing", "say which profile"));
  }

  private static ApiError embeds(String role) {
    return ApiError.invalid(
        "wrong_kind",
        "body",
        "%s is a role that embeds, and takes no chat".formatted(role),
        "leave the body out");
  }

  private static Asked asked(ChatCall call, int bytes) {
    return new Asked(
        call.stream(), call.usage(), bytes, Math.ceilDiv(call.size().messageBytes(), 2));
  }

  private Explained explained(Profile profile, Optional<Asked> request) {
    var plan = profiles.plan(profile);
    var budget = profile.patience().budget();
    return new Explained(
        profile.name(),
        profile.kind().word(),
        profile.rule().policy().map(Policy::word),
        profile.rule().takeover().word(),
        profile.delivery().word(),
        budget.attempts(),
        budget.timeout().toMillis(),
        request,
        ranked(plan),
        plan.excluded().stream()
            .map(
                e ->
                    new Excluded(e.route().name(), e.route().model(), e.route().host(), e.reason()))
            .toList());
  }

  private List<Ranked> ranked(Plan plan) {
    return IntStream.range(0, plan.candidates().size())
        .mapToObj(i -> ranked(i + 1, plan.candidates().get(i)))
        .toList();
  }

  private Ranked ranked(int rank, Plan.Candidate candidate) {
    Route route = candidate.route();
    var check = profiles.check(route);
    return new Ranked(
        rank,
        route.name(),
        route.model(),
        route.host(),
        candidate.tier(),
        candidate.decision().word(),
        candidate.reason(),
        check.strength().word(),
        roles.price(route));
  }
}
