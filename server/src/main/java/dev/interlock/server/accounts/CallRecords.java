package dev.interlock.server.accounts;

import dev.interlock.core.money.Cost;
import dev.interlock.runtime.account.Reconciler;
import dev.interlock.runtime.account.Till.Lost;
import dev.interlock.wire.openrouter.Generation;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Consumer;

/// OpenRouter's own records of calls, by which lost calls are settled (wire-formats §2.8). What was
/// not billed has a record that costs nothing. Other kinds of accounts keep none.
///
/// Thread: any; nothing blocks.
final class CallRecords implements Reconciler.Records {
  private static final int OK = 200;

  private final AccountDesk desk;
  private final Inquirer inquirer;
  private final Consumer<String> look;

  /// @param look looks at an account
  CallRecords(AccountDesk desk, Inquirer inquirer, Consumer<String> look) {
    this.desk = desk;
    this.inquirer = inquirer;
    this.look = look;
  }

  /// Only of an account that is still in the settings anything was counted.
  @Override
  public void look(String account) {
    if (desk.has(account)) {
      look.accept(account);
    }
  }

  @Override
  public void ask(Lost call, Consumer<Optional<Cost>> told) {
    var account = call.charge().account();
    if (call.generation().isEmpty() || !keeps(account) || !desk.open(account)) {
      told.accept(Optional.empty());
      return;
    }
    var id = URLEncoder.encode(call.generation().get(), StandardCharsets.UTF_8);
    var _ =
        inquirer
            .ask(account, "/generation?id=" + id)
            .thenAccept(
                answer ->
                    told.accept(
                        Optional.of(answer)
                            .filter(a -> a.status() == OK)
                            .flatMap(
                                a -> Generation.decode(a.body().getBytes(StandardCharsets.UTF_8)))
                            .map(record -> new Cost(record.cost(), Cost.Basis.PROVIDER))));
  }

  /// An account that is no longer in the settings may still have lost calls.
  private boolean keeps(String account) {
    return Optional.ofNullable(desk.accounts().get(account))
        .filter(known -> known.kind().keepsRecords())
        .isPresent();
  }
}
