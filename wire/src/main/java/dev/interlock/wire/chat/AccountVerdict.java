package dev.interlock.wire.chat;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;

/// What a provider's refusal says of the account, and not of the call (design §4, "Money states").
/// The status decides, then the structured code; there is one figure that stands nowhere but in the
/// words, and it only ever keeps an account open.
///
/// Thread: any, pure.
public sealed interface AccountVerdict {
  /// Nothing.
  record Silent() implements AccountVerdict {}

  /// Come again later (A11).
  record Throttled() implements AccountVerdict {}

  /// The calls under way have reserved the balance: come again later.
  record InFlightFull() implements AccountVerdict {}

  /// This one call may cost more than the balance; others may not (C35).
  record TooDear() implements AccountVerdict {}

  /// The key has used up its own cap.
  ///
  /// @param resetsAt when it may spend again, where that is told
  record KeyCapped(Optional<Instant> resetsAt) implements AccountVerdict {}

  /// There is no money.
  record Exhausted() implements AccountVerdict {}

  /// The key is not known.
  record KeyRefused() implements AccountVerdict {}

  /// "You requested up to 65536 tokens, but can only afford 30104": who can afford some is not out
  /// of money. Nothing structured says so (wire-formats §2.10).
  Pattern AFFORDABLE = Pattern.compile("can only afford [1-9]");

  /// Of an answer with another status than 200.
  static AccountVerdict of(int status, byte[] body) {
    return of(status, ErrorFacts.of(body));
  }

  /// Of an error inside a 200, whose code may be a status.
  static AccountVerdict of(ErrorFacts inside) {
    return switch (inside.code()) {
      case "401" -> of(401, inside);
      case "402" -> of(402, inside);
      case "403" -> of(403, inside);
      case "429" -> of(429, inside);
      default -> of(inside.errorType().equals("rate_limit_exceeded") ? 429 : 200, inside);
    };
  }

  private static AccountVerdict of(int status, ErrorFacts facts) {
    return switch (status) {
      case 401 -> new KeyRefused();
      case 402 -> unpaid(facts);
      case 403 -> facts.resetsAt().isEmpty() ? new Silent() : new KeyCapped(instant(facts));
      case 429 -> money(facts) ? new Exhausted() : new Throttled();
      default -> new Silent();
    };
  }

  private static AccountVerdict unpaid(ErrorFacts facts) {
    if (says(facts, "in_flight_budget_exhausted")) {
      return new InFlightFull();
    }
    if (says(facts, "weight_exceeds_budget") || AFFORDABLE.matcher(facts.message()).find()) {
      return new TooDear();
    }
    return facts.resetsAt().isEmpty() ? new Exhausted() : new KeyCapped(instant(facts));
  }

  /// Whether a 429 is about money.
  static boolean money(ErrorFacts facts) {
    return says(facts, "insufficient_quota") || says(facts, "credit_balance_exhausted");
  }

  private static boolean says(ErrorFacts facts, String word) {
    return facts.code().equals(word) || facts.errorType().equals(word) || facts.type().equals(word);
  }

  private static Optional<Instant> instant(ErrorFacts facts) {
    try {
      return Optional.of(Instant.parse(facts.resetsAt()));
    } catch (DateTimeException noInstant) {
      return Optional.empty();
    }
  }
}
