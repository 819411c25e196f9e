package dev.interlock.runtime.upstream;

import dev.interlock.core.account.Dues;
import dev.interlock.core.budget.Use;
import dev.interlock.core.money.Cost;
import dev.interlock.core.money.Tokens;
import dev.interlock.core.time.Ticker;
import dev.interlock.runtime.account.Bill;
import dev.interlock.runtime.account.PaidCall;
import dev.interlock.runtime.account.Payer;
import dev.interlock.wire.chat.AccountVerdict;
import dev.interlock.wire.chat.Receipt;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/// Calls by an account: the money is set aside and a permit taken before a byte leaves, and both
/// are settled with whatever comes (design §2.4, §2.5). Nothing here can send without them.
final class PaidCarrier implements Carrier {
  private static final int OK = 200;

  /// A lease outlives its call by so much.
  private static final Duration MARGIN = Duration.ofMinutes(1);

  private static final AccountVerdict SILENT = new AccountVerdict.Silent();

  private final Vertx vertx;
  private final Context loop;
  private final Endpoint endpoint;
  private final AccountWay account;
  private final Ticker ticker;

  PaidCarrier(Vertx vertx, Ticker ticker, Endpoint endpoint, AccountWay account) {
    this.vertx = vertx;
    this.loop = vertx.getOrCreateContext();
    this.ticker = ticker;
    this.endpoint = endpoint;
    this.account = account;
  }

  @Override
  public Spent carry(EngineHttp.Ask ask) {
    if (ask.purchase().isEmpty()) {
      return Spent.free(new Result.Closed("was not asked: nobody pays for the call"));
    }
    var purchase = ask.purchase().get();
    return switch (account.payer().ask(wish(ask, purchase))) {
      case Payer.Leave.Granted(var leave) when !purchase.behalf().wanted().getAsBoolean() -> {
        leave.unsent();
        yield Spent.free(new Result.Cancelled(false));
      }
      case Payer.Leave.Granted(var leave) -> bought(ask, purchase, leave);
      case Payer.Leave.Refused(var hold, var words) ->
          new Spent(new Result.Closed(words), Dues.held(hold), Optional.empty());
      case Payer.Leave.Left _ -> Spent.free(new Result.Cancelled(false));
    };
  }

  /// A token is at least one byte, so the body's bytes bound the tokens read; nothing is written.
  private PaidCall wish(EngineHttp.Ask ask, Purchase purchase) {
    var behalf = purchase.behalf();
    return new PaidCall(
        behalf.call(),
        behalf.project(),
        endpoint.model(),
        new PaidCall.Size(ask.body().length, 0),
        behalf.use(),
        behalf.use() == Use.BULK ? AccountWay.BULK_PATIENCE : account.patience(),
        ask.limit().plus(MARGIN));
  }

  private Spent bought(EngineHttp.Ask ask, Purchase purchase, Payer.Purchase leave) {
    var path = ask.path().substring(endpoint.openAi("").length());
    var call =
        new Outgoing(
            path, "application/json", Buffer.buffer(ask.body()), Optional.of(leave.lease()));
    var plan = new Detour.Plan(call, ask.limit().toMillis(), ask.maxBytes());
    var detour = new Detour(vertx, ticker, account.way(), plan);
    var unknown = new Payer.Course(OptionalLong.empty(), false, SILENT, Optional.empty(), lost());
    try {
      var result = Carrier.await(loop, detour, ask.limit().toMillis());
      var receipt =
          result instanceof Result.Came came && came.status() == OK
              ? Optional.of(Receipt.of(came.body()))
              : Optional.<Receipt>empty();
      var course = course(result, receipt, purchase, detour);
      var dues = new Dues(leave.settle(course), leave.hold(course));
      return new Spent(result, dues, receipt.flatMap(Receipt::provider));
    } finally {
      leave.settle(unknown); // does nothing after the first
    }
  }

  private static Bill lost() {
    return new Bill.Unknown(Optional.empty());
  }

  private static Payer.Course course(
      Result result, Optional<Receipt> receipt, Purchase purchase, Detour detour) {
    var wire = detour.wireNanos();
    return switch (result) {
      case Result.Came came when receipt.isPresent() ->
          new Payer.Course(
              wire,
              receipt.get().verdict().isEmpty(),
              receipt.get().verdict().orElse(SILENT),
              came.head().asked(),
              bill(receipt.get(), purchase, came.head()));
      case Result.Came came ->
          new Payer.Course(
              wire,
              false,
              AccountVerdict.of(came.status(), came.body()),
              came.head().asked(),
              new Bill.Nothing());
      case Result.Broke _, Result.Late _, Result.TooLarge _, Result.Cancelled _, Result.Closed _ ->
          new Payer.Course(
              wire,
              false,
              SILENT,
              Optional.empty(),
              wire.isPresent() ? new Bill.Unknown(detour.generation()) : new Bill.Nothing());
    };
  }

  /// The provider's own cost, else its tokens, else ours where an answer came; an error in place of
  /// an answer is not billed.
  private static Bill bill(Receipt receipt, Purchase purchase, Head head) {
    if (receipt.cost().isPresent() || receipt.tokens().isPresent() || receipt.content()) {
      long tokens = receipt.tokens().orElseGet(purchase.tokens());
      var count = Tokens.read(tokens, 0, 0).map(t -> new Cost.Count(t, receipt.tokens().isEmpty()));
      return new Bill.Counted(receipt.cost(), count);
    }
    return receipt.verdict().isPresent()
        ? new Bill.Nothing()
        : new Bill.Unknown(receipt.id().or(head::generation));
  }

  /// The way is somebody else's.
  @Override
  public void close() {}
}
