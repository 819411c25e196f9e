package dev.interlock.server.ledger;

import dev.interlock.core.ledger.Attempt;
import dev.interlock.runtime.egress.Trail;
import dev.interlock.server.http.Answer;
import java.util.Map;
import java.util.TreeMap;

/// What an answer's headers say of its attempts (B7, design §5). Thread: any, pure.
public final class AnswerHeaders {
  private static final int LONGEST = 200;

  private AnswerHeaders() {}

  /// The answer with the headers of its trail.
  public static Answer on(Answer answer, Trail trail) {
    var headers = new TreeMap<String, String>();
    headers.put("x-interlock-requested", trail.requested());
    headers.put("x-interlock-attempts", String.valueOf(trail.attempts()));
    trail.cost().ifPresent(cost -> headers.put("x-interlock-cost-usd", cost.amount().words()));
    if (answer.status() == 200) {
      trail.served().ifPresent(attempt -> headers.putAll(of(attempt)));
    }
    var with = answer;
    for (var header : headers.entrySet()) {
      with = with.with(header.getKey(), printable(header.getValue()));
    }
    return with;
  }

  /// What the headers say of the attempt that served.
  private static Map<String, String> of(Attempt attempt) {
    var headers = new TreeMap<String, String>();
    attempt.names().resolved().ifPresent(m -> headers.put("x-interlock-resolved", m));
    attempt.names().served().ifPresent(m -> headers.put("x-interlock-served-model", m));
    attempt.way().route().ifPresent(r -> headers.put("x-interlock-served-by", r));
    headers.put("x-interlock-check", attempt.names().check().word());
    headers.put("x-interlock-decision", attempt.way().decision().word());
    return headers;
  }

  /// An engine's own words must not break a header.
  private static String printable(String value) {
    var cut = value.length() > LONGEST ? value.substring(0, LONGEST) : value;
    return cut.replaceAll("[^\\x20-\\x7e]", "?");
  }
}
