package dev.interlock.it.standin;

import static dev.interlock.it.standin.Provider.HARBOUR;
import static dev.interlock.it.standin.Provider.LANTERN;
import static dev.interlock.it.standin.Provider.QUAY;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// What the cloud offers.
enum Model {
  /// The encoder, by three providers that do not all serve the same.
  MINILM(
      "sentence-transformers/all-minilm-l6-v2",
      "sentence-transformers/all-MiniLM-L6-v2",
      Use.EMBED,
      List.of(HARBOUR, QUAY, LANTERN)),
  /// A chat that says again what it was told.
  PARROT("shore/parrot", "Parrot-1B", Use.CHAT, List.of(HARBOUR, QUAY)),
  /// The same for nothing.
  FREE_PARROT("shore/parrot:free", "Parrot-1B", Use.CHAT, List.of(HARBOUR)),
  /// A reranker: the encoder's own cosine.
  SCALES("shore/scales", "Scales-22M", Use.RERANK, List.of(HARBOUR, QUAY)),
  /// A router without a fixed price.
  AUTO("shore/auto", "Parrot-1B", Use.CHAT, List.of(HARBOUR));

  /// What it is for.
  enum Use {
    EMBED("embeddings"),
    CHAT("text"),
    RERANK("rerank");

    private final String modality;

    Use(String modality) {
      this.modality = modality;
    }

    /// Its word in `output_modalities`.
    String modality() {
      return modality;
    }
  }

  /// Tokens that a chat reads and writes together.
  static final int CONTEXT = 8_192;

  /// Most tokens that a chat writes.
  static final int MAX_COMPLETION = 1_024;

  private final String slug;
  private final String upstream;
  private final Use use;

  // made by List.of
  @SuppressWarnings("ImmutableEnumChecker")
  private final List<Provider> providers;

  Model(String slug, String upstream, Use use, List<Provider> providers) {
    this.slug = slug;
    this.upstream = upstream;
    this.use = use;
    this.providers = providers;
  }

  String slug() {
    return slug;
  }

  /// The upstream's own spelling of it.
  String upstream() {
    return upstream;
  }

  /// The dated name.
  String canonical() {
    return slug.replace(":free", "") + "-20260301";
  }

  Use use() {
    return use;
  }

  List<Provider> providers() {
    return providers;
  }

  /// By slug or dated name.
  static Optional<Model> of(String name) {
    return Arrays.stream(values())
        .filter(m -> m.slug.equals(name) || m.canonical().equals(name))
        .findFirst();
  }
}
