package dev.interlock.wire.rerank;

import dev.interlock.core.error.ApiError;
import java.util.List;
import java.util.OptionalInt;

/// What a caller asks at our own `POST /v1/rerank`.
///
/// @param model the name of a profile
/// @param query not empty and well-formed
/// @param documents 1 to [#MAX_DOCUMENTS] texts, none empty, all well-formed
/// @param topN how many results at the most; all where the caller said nothing
/// @param returnDocuments whether each result brings its document back
public record RerankCall(
    String model, String query, List<String> documents, OptionalInt topN, boolean returnDocuments) {

  /// Most documents in one call, which is as far as the field's own services go.
  public static final int MAX_DOCUMENTS = 1_000;

  public RerankCall {
    documents = List.copyOf(documents);
  }

  /// A body, understood or not.
  public sealed interface Parsed {
    /// A call that can be served.
    record Valid(RerankCall call) implements Parsed {}

    /// A caller's mistake: status 400, with the field where one is to blame.
    record Wrong(ApiError error) implements Parsed {}
  }

  /// Reads a caller's body and names the first mistake in it.
  public static Parsed parse(byte[] body) {
    return CallReader.parse(body);
  }

  /// How many results are wanted.
  public int wanted() {
    return Math.min(topN.orElse(documents.size()), documents.size());
  }
}
