package dev.interlock.runtime.egress;

import dev.interlock.core.embed.EmbedOutcome;
import dev.interlock.core.embed.EmbedRequest;
import dev.interlock.core.gate.Admission;
import java.util.Map;
import java.util.Optional;

/// The only way for a text to reach an embedding route (A3, design §2.2): it takes an [Admission],
/// and the admission must hold when the call goes out and still hold when the answer is in.
///
/// Splits by the batch that the admission and the engine allow, re-asks a failed batch of a
/// person's text by text, checks every vector, normalises it. Blocks; thread: any, called on
/// virtual threads.
public final class EmbeddingDoor {
  private final Map<String, Outlet> outlets;
  private final AdmissionBook book;

  public EmbeddingDoor(Map<String, Outlet> outlets, AdmissionBook book) {
    this.outlets = Map.copyOf(outlets);
    this.book = book;
  }

  /// Embeds the texts by the admitted route.
  ///
  /// Where somebody waits a text is sent at most twice: in its batch, and once more alone if the
  /// batch brought nothing. A job's texts are sent once.
  ///
  /// @throws IllegalArgumentException if the admission names a route that this program does not
  ///   have
  public DoorOutcome embed(Admission admission, Texts texts) {
    return new Crossing(admission, texts, outlet(admission.route()), book, this::send).run();
  }

  /// Texts that one call of the admitted route may hold beside a canary: without that place kept,
  /// each canary of a job would cost a call of its own, for the text that it displaces.
  public int room(Admission admission) {
    int most = Math.min(admission.mode().batch(), outlet(admission.route()).cap().now());
    return Math.max(1, most - 1);
  }

  /// The admitted route was found to take no more texts in a call.
  public void capped(Admission admission, int texts) {
    outlet(admission.route()).cap().atMost(texts);
  }

  private Outlet outlet(String route) {
    return Optional.ofNullable(outlets.get(route))
        .orElseThrow(() -> new IllegalArgumentException("there is no route " + route));
  }

  /// A call may wait long for its place, so that its admission is looked at once more.
  private Optional<EmbedOutcome> send(Outlet outlet, Admission admission, EmbedRequest request) {
    return outlet.call(
        request.urgency(),
        admission.mode().concurrency(),
        client -> book.holds(admission) ? Optional.of(client.embed(request)) : Optional.empty());
  }

  /// One call to the engine, as a crossing makes it.
  @FunctionalInterface
  interface Sender {
    /// The engine's answer; empty if the admission ended before the call went out.
    Optional<EmbedOutcome> send(Outlet outlet, Admission admission, EmbedRequest request);
  }
}
