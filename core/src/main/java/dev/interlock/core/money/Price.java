package dev.interlock.core.money;

import java.math.BigInteger;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Optional;
import java.util.OptionalLong;

/// What a model's calls cost on a day. Amounts are for a million tokens, since one token of a cheap
/// model costs less than a billionth of a dollar.
///
/// @param prompt for a million tokens read
/// @param cached for a million tokens read from a cache; the price of others where it is not told
/// @param completion for a million tokens written
/// @param request for each call, whatever its size
/// @param since when it was read or declared; prices move (wire-formats §13)
/// @param source who says so
/// @param mostWritten tokens that the model writes in one answer at the most, where that is told
public record Price(
    NanoUsd prompt,
    Optional<NanoUsd> cached,
    NanoUsd completion,
    NanoUsd request,
    LocalDate since,
    Source source,
    OptionalLong mostWritten) {
  private static final BigInteger MILLION = BigInteger.valueOf(1_000_000);
  private static final BigInteger ROUND_UP = BigInteger.valueOf(999_999);
  private static final BigInteger MOST = BigInteger.valueOf(Long.MAX_VALUE);

  /// The same with what the model writes at the most.
  public Price writing(OptionalLong most) {
    return new Price(prompt, cached, completion, request, since, source, most);
  }

  /// Who says so.
  public enum Source {
    /// The provider's own list of models.
    PROVIDER,
    /// The settings, which come before it.
    SETTINGS
  }

  /// What so many tokens cost, rounded up to the next billionth.
  public NanoUsd of(Tokens tokens) {
    var sum =
        times(tokens.prompt() - tokens.cached(), prompt)
            .add(times(tokens.cached(), cached.orElse(prompt)))
            .add(times(tokens.completion(), completion));
    var nanos = sum.add(ROUND_UP).divide(MILLION).min(MOST);
    return request.plus(new NanoUsd(nanos.longValueExact()));
  }

  private static BigInteger times(long tokens, NanoUsd perMillion) {
    return BigInteger.valueOf(tokens).multiply(BigInteger.valueOf(perMillion.nanos()));
  }

  /// The most that a call can cost: nothing of it from a cache, and all that may be written.
  public NanoUsd worst(long promptTokens, long maxCompletionTokens) {
    return of(Tokens.of(promptTokens, maxCompletionTokens));
  }

  /// As people read it, such as `$0.10 read, $0.40 written per million tokens`.
  public String words() {
    if (free()) {
      return "free";
    }
    var parts = new ArrayList<String>();
    if (completion.nanos() > 0) {
      parts.add(
          "$%s read, $%s written per million tokens".formatted(prompt.words(), completion.words()));
    } else if (prompt.nanos() > 0) {
      parts.add("$%s per million tokens".formatted(prompt.words()));
    }
    if (request.nanos() > 0) {
      parts.add("$%s a call".formatted(request.words()));
    }
    return String.join(", ", parts);
  }

  /// Whether nothing of it costs anything.
  public boolean free() {
    return prompt.nanos() == 0 && completion.nanos() == 0 && request.nanos() == 0;
  }
}
