package dev.interlock.core.ledger;

import java.util.OptionalLong;

/// How much went to and fro.
///
/// @param bytesOut bytes of the request's body to the upstream
/// @param bytesIn bytes of the answer's body from the upstream
/// @param promptTokens tokens read by the model
/// @param completionTokens tokens written by the model
/// @param estimated whether the tokens are an estimate of ours and not the upstream's own count
public record Volume(
    long bytesOut,
    long bytesIn,
    OptionalLong promptTokens,
    OptionalLong completionTokens,
    boolean estimated) {
  /// Nothing went anywhere.
  public static final Volume NONE =
      new Volume(0, 0, OptionalLong.empty(), OptionalLong.empty(), false);
}
