package dev.interlock.wire.chat;

import dev.interlock.core.profile.Fault;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// What an upstream's status other than 200 means (wire-formats §1.12, §13). The status decides
/// first, then the structured code, and the wording only where an engine has nothing else.
///
/// @param fault what it is
/// @param status the status for the caller, if it is told
/// @param code the code for the caller
/// @param message the upstream's own words, scrubbed; may be empty
/// @param param the offending field, where the upstream names it
public record UpstreamRefusal(
    Fault fault, int status, String code, String message, Optional<String> param) {
  private static final int UNAUTHORIZED = 401;
  private static final Pattern CODE = Pattern.compile("[a-z][a-z0-9_]{1,63}");
  private static final Pattern CONTEXT =
      Pattern.compile("context (?:length|size|window)|maximum context|context_length");

  /// What llama.cpp answers with 500 although the caller is to blame: an over-long text, a picture
  /// or a sound to a model that reads only text, a chat with an encoder.
  private static final Pattern TOO_LONG =
      Pattern.compile("input is too large|too large to process");

  private static final Pattern CALLERS =
      Pattern.compile(
          "(?:image|audio|video|multimodal)[a-z ]* (?:is|are) not supported"
              + "|does not support (?:logits|multimodal|image|audio)"
              + "|failed to (?:load|decode|process) (?:image|audio|media)");

  /// Reads an answer.
  public static UpstreamRefusal of(int status, byte[] body) {
    var facts = ErrorFacts.of(body);
    var fault = fault(status, facts);
    return new UpstreamRefusal(
        fault,
        statusFor(fault, status, facts),
        code(fault, status, facts),
        facts.message(),
        Optional.of(facts.param()).filter(p -> !p.isEmpty()));
  }

  private static Fault fault(int status, ErrorFacts facts) {
    return switch (status) {
      case 400, 413, 422 -> overflow(facts) ? Fault.OVERFLOW : Fault.REFUSED;
      case 402 -> Fault.OUT_OF_CREDIT;
      case 408, 504 -> Fault.TIMEOUT;
      case 429 -> money(facts) ? Fault.OUT_OF_CREDIT : Fault.BUSY;
      case 503, 529 -> Fault.UNAVAILABLE;
      default -> {
        if (status >= 500) {
          yield callers(facts) ? Fault.REFUSED : Fault.ERROR;
        }
        yield status >= 300 ? Fault.DENIED : Fault.INVALID_RESPONSE;
      }
    };
  }

  private static boolean overflow(ErrorFacts facts) {
    return facts.code().equals("context_length_exceeded")
        || facts.type().equals("exceed_context_size_error")
        || CONTEXT.matcher(lower(facts)).find();
  }

  private static boolean money(ErrorFacts facts) {
    return AccountVerdict.money(facts);
  }

  private static boolean callers(ErrorFacts facts) {
    return TOO_LONG.matcher(lower(facts)).find() || CALLERS.matcher(lower(facts)).find();
  }

  private static String lower(ErrorFacts facts) {
    return facts.message().toLowerCase(Locale.ROOT);
  }

  /// The caller's own faults keep their status; those that came as 500 get the one they deserve.
  private static int statusFor(Fault fault, int status, ErrorFacts facts) {
    if (fault != Fault.REFUSED && fault != Fault.OVERFLOW) {
      return fault.status();
    }
    if (status < 500) {
      return status;
    }
    return TOO_LONG.matcher(lower(facts)).find() ? 413 : 400;
  }

  /// The caller's own key was fine, so a provider's 401 has a code of its own (C46).
  private static String code(Fault fault, int status, ErrorFacts facts) {
    if (status == UNAUTHORIZED) {
      return "upstream_auth";
    }
    return fault == Fault.REFUSED && CODE.matcher(facts.code()).matches()
        ? facts.code()
        : fault.code();
  }
}
