package dev.interlock.core.money;

import java.util.Locale;
import java.util.Optional;

/// What one call cost, and how that is known.
public record Cost(NanoUsd amount, Basis basis) {

  /// How an amount is known, the better first.
  public enum Basis {
    /// The provider said so.
    PROVIDER,
    /// The provider's count of tokens, at our price.
    PRICE,
    /// Its share of what the key was billed besides all other calls (decision 022).
    RESIDUE,
    /// Our own estimate of tokens, at our price: marked wherever it is shown.
    ESTIMATE;

    /// The word in rows and answers: lower case.
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// Both together, known as well as the one that is known worse.
  public Cost plus(Cost other) {
    return new Cost(
        amount.plus(other.amount), basis.compareTo(other.basis) > 0 ? basis : other.basis);
  }

  /// Tokens of a call, counted by the provider or estimated by us.
  public record Count(Tokens tokens, boolean estimated) {}

  /// The cost of a call (C51, C53, C54).
  ///
  /// A provider's cost is preferred, but a cost of 0 for something that has a price is a field that
  /// was never filled in, and not a gift.
  ///
  /// @param told the provider's own cost, where it told one
  /// @return empty if nothing is known: no cost told, and no price or no count
  public static Optional<Cost> of(
      Optional<NanoUsd> told, Optional<Price> price, Optional<Count> count) {
    var priced =
        price.flatMap(
            p ->
                count.map(
                    c -> new Cost(p.of(c.tokens()), c.estimated() ? Basis.ESTIMATE : Basis.PRICE)));
    var believed =
        told.filter(t -> t.nanos() > 0 || priced.map(p -> p.amount().nanos() == 0).orElse(false))
            .map(t -> new Cost(t, Basis.PROVIDER));
    return believed.or(() -> priced);
  }
}
