package dev.interlock.runtime.egress;

import dev.interlock.core.answer.CheckStrength;
import dev.interlock.core.embed.EmbedOutcome;
import dev.interlock.core.embed.EmbeddingClient;
import dev.interlock.core.embed.TokenCounter;
import dev.interlock.core.embed.Urgency;
import dev.interlock.core.route.EngineState;
import dev.interlock.core.route.ModelIdentity;
import dev.interlock.core.route.Route;
import dev.interlock.runtime.engine.EngineReader;
import dev.interlock.runtime.engine.Reading;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// A route with its way out: the engine's client, how texts are counted for it, and what it said of
/// itself or was learned of it.
///
/// The client itself is handed to nobody: it is reached through [#call], with the turnstile passed.
/// Thread: any.
public final class Outlet {
  private final Route route;
  private final EmbeddingClient client;
  private final TokenCounter counter;
  private final LearnedTokens learned;
  private final EngineReader reader;
  private final BatchCap cap;
  private final Turnstile turnstile = new Turnstile();
  private volatile Optional<EngineState> state = Optional.empty();

  /// An outlet to an engine that is known and can't be asked.
  public Outlet(Route route, EmbeddingClient client, TokenCounter counter) {
    this(route, client, counter, EngineReader.SILENT);
  }

  /// An outlet to an engine that is asked what it is.
  public Outlet(Route route, EmbeddingClient client, TokenCounter counter, EngineReader reader) {
    this.route = route;
    this.client = client;
    this.counter = counter;
    this.learned = new LearnedTokens(counter);
    this.reader = reader;
    this.cap = new BatchCap(route.maxBatch());
  }

  /// The route.
  public Route route() {
    return route;
  }

  /// How texts are counted for this route, always alike: probes and recipes are made by it.
  public TokenCounter counter() {
    return counter;
  }

  /// How a text's length is judged: as [#counter], or nearer where the engine's own counts allow it
  /// and a mistake could not cut a text.
  public TokenCounter lengths() {
    return refusesOverLong() ? learned : counter;
  }

  private boolean refusesOverLong() {
    return !counter.exact() && route.engine().dialect().refusesOverLong();
  }

  /// Tokens of the longest text, the engine's own special tokens left out: the file's word, else
  /// the engine's, else the default.
  public int maxTokens() {
    return route.capacity().maxTokens(state);
  }

  /// Whether the only mode of this route is one text a call.
  public boolean singleOnly() {
    return route.capacity().maxBatch(state) == 1;
  }

  /// What was learned of the engine's batches.
  public BatchCap cap() {
    return cap;
  }

  /// What the engine said of itself when it was last asked; empty if it never told.
  public Optional<EngineState> state() {
    return state;
  }

  /// Whether the engine has told since then that it is another one.
  public boolean changedSince(Optional<EngineState> then) {
    return then.isPresent() && state.flatMap(s -> s.changedSince(then.get())).isPresent();
  }

  /// Asks the engine what it is, and keeps what it tells. Blocks.
  public Reading read() {
    var reading = reader.read();
    if (reading instanceof Reading.Told told) {
      state = Optional.of(told.state());
      cap.told(route.capacity().maxBatch(state));
    }
    return reading;
  }

  /// How much an answer's claim about who gave it is worth (B7, design §10).
  ///
  /// @param model the answer's own model field
  public CheckStrength check(Optional<String> model) {
    if (state.flatMap(EngineState::identity).filter(ModelIdentity::proves).isPresent()) {
      return CheckStrength.STATE;
    }
    if (route.engine().dialect().echoes()) {
      return CheckStrength.ECHO;
    }
    return model.isPresent() ? CheckStrength.FIELD : CheckStrength.NONE;
  }

  /// The texts were answered: where the engine tells how many tokens they were, that is learned.
  public void answered(List<String> texts, EmbedOutcome.Answered answered) {
    answered.promptTokens().ifPresent(tokens -> learned.told(texts, tokens));
  }

  /// A text that was counted as fitting was refused as too long.
  void undercounted() {
    learned.undercounted();
  }

  /// Tokens of each text by the engine's own tokenizer; empty if there is none. The texts leave for
  /// the engine: only the embedding door asks, while its admission holds.
  Optional<List<Integer>> exactly(List<String> texts) {
    var counts = reader.count(texts);
    counts.ifPresent(
        c -> {
          for (int i = 0; i < texts.size(); i++) {
            learned.told(List.of(texts.get(i)), c.get(i));
          }
        });
    return counts;
  }

  /// Waits for a place at the engine and makes one call there. What an account pays for waits for
  /// the account's permit behind its place, so that none is held while it waits here; a person's
  /// call by an account has nothing but permits to wait for, or work for jobs that waits for its
  /// own would stand before it.
  ///
  /// @param use what to do with the client: the embedding door's or the prober's own call
  public <T> T call(Urgency urgency, int width, Function<EmbeddingClient, T> use) {
    return urgency == Urgency.INTERACTIVE && route.account().isPresent()
        ? use.apply(client)
        : turnstile.through(urgency, width, () -> use.apply(client));
  }

  /// Ends the client. Calls under way fail.
  public void close() {
    client.close();
  }
}
