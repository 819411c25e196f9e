package dev.interlock.runtime.egress;

import dev.interlock.core.account.Dues;
import dev.interlock.core.budget.Use;
import dev.interlock.core.embed.AnswerCheck;
import dev.interlock.core.embed.EmbedOutcome;
import dev.interlock.core.embed.EmbedRequest;
import dev.interlock.core.embed.Fault;
import dev.interlock.core.embed.TextOutcome;
import dev.interlock.core.embed.Urgency;
import dev.interlock.core.gate.Admission;
import dev.interlock.core.gate.Floors;
import dev.interlock.core.ledger.Attempt;
import dev.interlock.core.space.Vectors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// One set of texts on its way through the embedding door, on one thread.
final class Crossing {
  private static final String SILENT_CUT =
      "the engine cuts this text without saying so: its end changes nothing";

  private final Admission admission;
  private final Texts texts;
  private final Outlet outlet;
  private final AdmissionBook book;
  private final EmbeddingDoor.Sender sender;
  private final LengthGuard lengths;
  private final TextOutcome[] outcomes;
  private Optional<String> model = Optional.empty();
  private long promptTokens;
  private final Long[] stretches;
  private boolean called;
  private Optional<EmbedOutcome.Failed> routeFault = Optional.empty();

  Crossing(
      Admission admission,
      Texts texts,
      Outlet outlet,
      AdmissionBook book,
      EmbeddingDoor.Sender sender) {
    this.admission = admission;
    this.texts = texts;
    this.outlet = outlet;
    this.book = book;
    this.sender = sender;
    this.lengths = new LengthGuard(outlet.lengths(), outlet.maxTokens());
    this.outcomes = new TextOutcome[texts.texts().size()];
    this.stretches = new Long[outcomes.length];
    Arrays.fill(stretches, 0L);
  }

  DoorOutcome run() {
    var ordinary = new ArrayList<Integer>();
    var tooLong = new ArrayList<Integer>();
    var doubtful = sort(ordinary, tooLong);
    if (!tooLong.isEmpty() && texts.urgency() == Urgency.INTERACTIVE) {
      notSent(tooLong().message());
      return new DoorOutcome.TooLong(tooLong.stream().min(Integer::compare).get(), tooLong());
    }
    tooLong.forEach(i -> outcomes[i] = tooLong());
    inBatches(ordinary);
    doubtful.forEach(this::doubtful);
    if (book.holds(admission)) {
      return new DoorOutcome.Carried(List.of(outcomes), model, promptTokens, List.of(stretches));
    }
    if (!called) {
      notSent(movedOn());
    }
    return new DoorOutcome.Withdrawn(movedOn());
  }

  /// Sorts the texts by what is known of their lengths; says which remain in doubt.
  private List<Integer> sort(List<Integer> ordinary, List<Integer> tooLong) {
    var doubtful = new ArrayList<Integer>();
    for (int i = 0; i < outcomes.length; i++) {
      switch (lengths.of(text(i))) {
        case FITS -> ordinary.add(i);
        case TOO_LONG -> tooLong.add(i);
        case DOUBTFUL -> doubtful.add(i);
      }
    }
    boolean hopeless = !tooLong.isEmpty() && texts.urgency() == Urgency.INTERACTIVE;
    if (doubtful.isEmpty() || hopeless || !book.holds(admission)) {
      return doubtful;
    }
    var counts = outlet.exactly(doubtful.stream().map(this::text).toList());
    if (counts.isEmpty()) {
      return doubtful;
    }
    for (int k = 0; k < doubtful.size(); k++) {
      boolean fits = counts.get().get(k) <= outlet.maxTokens();
      (fits ? ordinary : tooLong).add(doubtful.get(k));
    }
    return List.of();
  }

  private void inBatches(List<Integer> positions) {
    int at = 0;
    while (at < positions.size()) {
      int most = Math.min(admission.mode().batch(), outlet.cap().now());
      int size = Math.min(most, positions.size() - at);
      var ride = ride(size, most);
      if (ride.isPresent() && most == 1) {
        alone(ride.get());
        ride = Optional.empty();
      }
      int end = at + (ride.isPresent() ? Math.min(size, most - 1) : size);
      batch(positions.subList(at, end), ride);
      at = end;
    }
  }

  /// The canary that must go along. Nobody's single question is made to wait for one.
  private Optional<Ride> ride(int next, int most) {
    boolean question = texts.urgency() == Urgency.INTERACTIVE && outcomes.length == 1;
    return question || routeFault.isPresent() || !book.holds(admission)
        ? Optional.empty()
        : book.escort().due(admission, next, most).map(r -> new Ride(book.escort(), admission, r));
  }

  /// A canary in a call of its own, before the text: where a call holds one text only.
  private void alone(Ride ride) {
    var call = send(List.of(), Optional.of(ride));
    switch (call.outcome()) {
      case EmbedOutcome.Answered answered -> {
        boolean holds = book.holds(admission);
        note(call, Findings.answered(answered, holds, holds ? "" : movedOn()));
      }
      case EmbedOutcome.Failed failed -> {
        note(call, Findings.failed(failed));
        if (failed.fault().ofTheRoute()) {
          routeFault = Optional.of(failed);
        }
      }
    }
  }

  private void batch(List<Integer> positions) {
    batch(positions, Optional.empty());
  }

  private void batch(List<Integer> positions, Optional<Ride> ride) {
    var call = send(positions.stream().map(this::text).toList(), ride);
    switch (call.outcome()) {
      case EmbedOutcome.Answered answered -> {
        var miscounted = AnswerCheck.count(positions.size(), answered.vectors());
        if (miscounted.isEmpty()) {
          take(positions, answered);
          int rows = texts.urgency() == Urgency.BULK ? positions.size() : 0;
          long stretch =
              ride.map(r -> r.rider().stretch())
                  .orElseGet(() -> book.escort().came(admission, rows));
          positions.forEach(i -> stretches[i] = stretch);
          note(call, judged(positions, answered));
        } else {
          note(call, Findings.answered(answered, false, miscounted.get().message()));
          oneByOne(positions, miscounted.get());
        }
      }
      case EmbedOutcome.Failed failed -> {
        note(call, Findings.failed(failed));
        var fault = failed.ofText();
        if (failed.fault().ofTheRoute()) {
          routeFault = Optional.of(failed);
          positions.forEach(i -> outcomes[i] = fault);
        } else {
          oneByOne(positions, fault);
        }
      }
    }
  }

  /// Whether the answer is used, and what is wrong with it. A person's request is one thing: one
  /// bad vector spoils it. A job takes the good ones.
  private Attempt.Result judged(List<Integer> positions, EmbedOutcome.Answered answered) {
    if (!book.holds(admission)) {
      return Findings.answered(answered, false, movedOn());
    }
    var flaws = new ArrayList<String>();
    for (int i : positions) {
      if (outcomes[i] instanceof TextOutcome.Failed failed) {
        flaws.add(failed.message());
      }
    }
    if (flaws.isEmpty()) {
      return Findings.answered(answered, true, "");
    }
    boolean someUsed = texts.urgency() == Urgency.BULK && flaws.size() < positions.size();
    return Findings.answered(
        answered,
        someUsed,
        "%d of %d vectors can't be used: %s"
            .formatted(flaws.size(), positions.size(), flaws.getFirst()));
  }

  /// A batch that brought nothing: where somebody waits, each text alone, so that one bad text
  /// costs only itself. A job's queue halves it itself.
  private void oneByOne(List<Integer> positions, TextOutcome.Failed fault) {
    if (positions.size() == 1) {
      outcomes[positions.getFirst()] = fault;
      if (fault.fault() == Fault.TOO_LONG
          && lengths.of(text(positions.getFirst())) == LengthGuard.Length.FITS) {
        outlet.undercounted();
      }
      return;
    }
    if (texts.urgency() == Urgency.BULK) {
      positions.forEach(i -> outcomes[i] = fault);
      return;
    }
    positions.forEach(i -> batch(List.of(i)));
    if (positions.stream().allMatch(i -> outcomes[i] instanceof TextOutcome.Embedded)) {
      outlet.cap().refused(positions.size());
    }
  }

  private void take(List<Integer> positions, EmbedOutcome.Answered answered) {
    int dimension = book.dimension(admission.table());
    for (int k = 0; k < positions.size(); k++) {
      outcomes[positions.get(k)] = AnswerCheck.vector(dimension, answered.vectors().get(k));
    }
    if (model.isEmpty()) {
      model = answered.model();
    }
    promptTokens +=
        answered
            .promptTokens()
            .orElseGet(
                () -> positions.stream().mapToLong(i -> outlet.counter().count(text(i))).sum());
    outlet.answered(positions.stream().map(this::text).toList(), answered);
    book.answered(admission);
  }

  /// Alone, and once more without its end: the same vector means that the end was not read.
  private void doubtful(int position) {
    batch(List.of(position));
    if (!(outcomes[position] instanceof TextOutcome.Embedded whole)) {
      return;
    }
    var call = send(List.of(LengthGuard.head(text(position))), Optional.empty());
    switch (call.outcome()) {
      case EmbedOutcome.Failed failed -> note(call, Findings.failed(failed));
      case EmbedOutcome.Answered head -> {
        boolean cut = same(head, whole);
        note(call, Findings.answered(head, !cut, cut ? SILENT_CUT : ""));
        if (cut) {
          outcomes[position] = new TextOutcome.Failed(Fault.TOO_LONG, SILENT_CUT);
        }
      }
    }
  }

  private static boolean same(EmbedOutcome.Answered head, TextOutcome.Embedded whole) {
    return head.vectors().size() == 1
        && head.vectors().getFirst().length == whole.unit().length
        && Vectors.cosine(head.vectors().getFirst(), whole.unit()) >= Floors.TAIL_SAME;
  }

  /// One call as it went.
  ///
  /// @param texts all that were sent, a canary among them
  /// @param begun empty where none was made
  /// @param whole the outcome for all of them, which is what it cost
  /// @param outcome the same without the canary
  private record Call(
      List<String> texts, Optional<Trail.Begun> begun, EmbedOutcome whole, EmbedOutcome outcome) {
    static Call notMade(List<String> texts, Fault fault, String message) {
      return notMade(texts, new EmbedOutcome.Failed(fault, OptionalInt.empty(), message));
    }

    static Call notMade(List<String> texts, EmbedOutcome.Failed failed) {
      return new Call(texts, Optional.empty(), failed, failed);
    }
  }

  /// @param batch the texts of the call
  /// @param ride the canary that goes along with them
  private Call send(List<String> batch, Optional<Ride> ride) {
    var all = ride.map(r -> r.rider().among(batch)).orElse(batch);
    if (routeFault.isPresent()) {
      var before = routeFault.get();
      var unsent = new EmbedOutcome.Failed(before.fault(), OptionalInt.empty(), before.message());
      return Call.notMade(batch, unsent.owing(new Dues(Optional.empty(), before.hold())));
    }
    if (!book.holds(admission)) {
      return Call.notMade(batch, Fault.UNREACHABLE, movedOn());
    }
    called = true;
    var begun = texts.trail().begin();
    book.sent(admission, batch.size());
    if (ride.isEmpty()) {
      book.escort().sent(admission, batch.size());
    }
    var behalf = texts.trail().behalf(begun, use()).whilst(() -> book.holds(admission));
    var width = book.askedDimension(admission.table());
    var request = new EmbedRequest(all, texts.urgency(), width, Optional.of(behalf));
    var sent = sender.send(outlet, admission, request);
    if (sent.isEmpty()) {
      ride.ifPresent(_ -> book.escort().silent(admission));
      texts.trail().end(begun, Findings.notSent(way(), outlet.route(), movedOn()));
      return Call.notMade(batch, Fault.UNREACHABLE, movedOn());
    }
    var answer = sent.get();
    var outcome = ride.map(r -> r.without(batch, answer, outlet.counter())).orElse(answer);
    if (outcome instanceof EmbedOutcome.Failed failed
        && failed.fault().ofTheRoute()
        && !innocent(failed)) {
      book.trouble(admission, failed.fault(), failed.message());
    }
    return new Call(all, Optional.of(begun), answer, outcome);
  }

  private Use use() {
    return switch (texts.urgency()) {
      case INTERACTIVE -> Use.INTERACTIVE;
      case BULK -> Use.BULK;
    };
  }

  /// A pushback asks for time and says nothing against the route, nor does an account, nor a caller
  /// who leaves; and each answer says by itself who gave it.
  private static boolean innocent(EmbedOutcome.Failed failed) {
    return failed.status().orElse(0) == 429
        || failed.hold().isPresent()
        || failed.fault() == Fault.MISMATCH
        || failed.fault() == Fault.GIVEN_UP;
  }

  private void note(Call call, Attempt.Result result) {
    var volume =
        Findings.volume(
            call.whole(),
            () -> call.texts().stream().mapToLong(t -> outlet.counter().count(t)).sum());
    var judged = new Findings.Judged(result, volume);
    call.begun()
        .ifPresent(
            begun ->
                texts.trail().end(begun, Findings.told(way(), outlet, call.outcome(), judged)));
  }

  private void notSent(String reason) {
    var trail = texts.trail();
    trail.end(trail.begin(), Findings.notSent(way(), outlet.route(), reason));
  }

  private Attempt.Way way() {
    return Findings.way(outlet.route(), texts.decision());
  }

  private String movedOn() {
    return "the admission of route %s no longer holds".formatted(admission.route());
  }

  private TextOutcome.Failed tooLong() {
    return new TextOutcome.Failed(
        Fault.TOO_LONG,
        "longer than the %d tokens that route %s takes"
            .formatted(outlet.maxTokens(), admission.route()));
  }

  private String text(int position) {
    return texts.texts().get(position);
  }
}
