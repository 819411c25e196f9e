package dev.interlock.it.sim;

import dev.interlock.core.budget.Lease;
import dev.interlock.core.budget.Outcome;
import dev.interlock.core.embed.Fault;
import dev.interlock.core.gate.Admission;
import dev.interlock.core.money.Reservation;
import dev.interlock.core.money.Residue;
import dev.interlock.core.table.TableName;
import dev.interlock.core.time.Scheduler;
import dev.interlock.runtime.account.Permits;
import dev.interlock.runtime.egress.AdmissionBook;
import dev.interlock.runtime.egress.Escort;
import dev.interlock.runtime.store.MoneyBook;
import dev.interlock.runtime.store.MoneyEntry;
import dev.interlock.runtime.store.MoneyStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Function;

/// Bugs that are planted, to see whether the rules are worth their name.
enum Bug {
  /// A permit in seven is never returned.
  LEAKED_PERMIT(Rule.LEASES, _ -> Seams.NONE.permits(Bug::leaking)),
  /// A question goes by the admission of before, and the door believes it.
  UNGATED_QUERY(
      Rule.GATE,
      _ -> Seams.NONE.admissions(Credulous::new).habits(new Seams.Habits(false, true, false))),
  /// Who met 429 sends again at once.
  IMMEDIATE_RETRY(Rule.PAUSE, _ -> Seams.NONE.habits(new Seams.Habits(true, false, false))),
  /// Each 429 halves, and not each burst.
  HALVING_PER_ANSWER(Rule.HALVING, _ -> Seams.NONE.permits(Bug::halving)),
  /// A timer in three never goes off.
  LOST_WAKE_UP(Rule.WAKE, _ -> Seams.NONE.timers(Bug::forgetful)),
  /// What a call cost is counted twice.
  DOUBLE_SETTLEMENT(Rule.LEDGER, _ -> Seams.NONE.money(TwiceSettled::new)),
  /// A job counts what came back, and not its rows.
  SHORT_JOB(Rule.COMPLETE, _ -> Seams.NONE.habits(new Seams.Habits(false, false, true))),
  /// The rate a minute counts calls that have ended.
  WINDOW_BY_COMPLETIONS(
      Rule.RATE, ground -> Seams.NONE.permits(real -> new CompletionWindow(ground, real))),
  /// First come, first served: who asks most has most.
  STARVED_PROJECT(Rule.FAIRNESS, _ -> Seams.NONE.permits(Bug::unfair));

  private final Rule rule;

  @SuppressWarnings("ImmutableEnumChecker") // makes a fresh bug for each house
  private final Function<Ground, Seams> seams;

  Bug(Rule rule, Function<Ground, Seams> seams) {
    this.rule = rule;
    this.seams = seams;
  }

  /// The rule that must find it.
  Rule rule() {
    return rule;
  }

  /// The house with the bug in it.
  Seams seams(Ground ground) {
    return seams.apply(ground);
  }

  private static Permits leaking(Permits real) {
    return new PermitsOver(real) {
      private int returned;

      @Override
      public void ended(Lease lease, Outcome outcome) {
        if (++returned % 7 != 0) {
          super.ended(lease, outcome);
        }
      }
    };
  }

  private static Permits halving(Permits real) {
    return new PermitsOver(real) {
      @Override
      public void ended(Lease lease, Outcome outcome) {
        super.ended(lease, outcome);
        if (outcome instanceof Outcome.Throttled) {
          int half = Math.max(1, super.view().permits().effective() / 2);
          super.limited(OptionalInt.of(half));
        }
      }
    };
  }

  private static Permits unfair(Permits real) {
    return new PermitsOver(real) {
      @Override
      public Waiting ask(Wish wish, Asker asker) {
        return super.ask(
            new Wish(wish.holder(), "all", wish.use(), wish.patience(), wish.term()), asker);
      }
    };
  }

  private static Scheduler forgetful(Scheduler real) {
    var timers = new int[1];
    return (delay, task) -> {
      if (++timers[0] % 3 != 0) {
        real.after(delay, task);
      }
    };
  }

  /// Believes in every admission that was ever given.
  private record Credulous(AdmissionBook real) implements AdmissionBook {
    @Override
    public boolean holds(Admission admission) {
      return true;
    }

    @Override
    public int dimension(TableName table) {
      return real.dimension(table);
    }

    @Override
    public OptionalInt askedDimension(TableName table) {
      return real.askedDimension(table);
    }

    @Override
    public void sent(Admission admission, int texts) {
      real.sent(admission, texts);
    }

    @Override
    public void trouble(Admission admission, Fault fault, String message) {
      real.trouble(admission, fault, message);
    }

    @Override
    public void answered(Admission admission) {
      real.answered(admission);
    }

    @Override
    public Escort escort() {
      return real.escort();
    }
  }

  /// Writes down each settlement twice, the second under a name of its own.
  private record TwiceSettled(MoneyBook real) implements MoneyBook {
    @Override
    public void write(List<MoneyEntry> entries) {
      var more = new ArrayList<MoneyEntry>();
      for (var entry : entries) {
        more.add(entry);
        if (entry instanceof MoneyEntry.Settled(var of, var cost, var at, var told)) {
          real.unsettled().stream()
              .map(MoneyStore.Unsettled::reserved)
              .filter(r -> r.id().equals(of.id()))
              .forEach(
                  r -> {
                    var twin = of.id() + " again";
                    more.add(
                        new MoneyEntry.Reserved(
                            twin, r.account(), r.project(), r.model(), r.worst(), r.at()));
                    var same = new Reservation(twin, of.scopes(), of.worst(), of.at());
                    more.add(new MoneyEntry.Settled(same, cost, at, told));
                  });
        }
      }
      real.write(more);
    }

    @Override
    public List<MoneyStore.Unsettled> unsettled() {
      return real.unsettled();
    }

    @Override
    public List<MoneyStore.Spent> spentSince(Instant since) {
      return real.spentSince(since);
    }

    @Override
    public Map<String, Residue.Base> bases() {
      return real.bases();
    }
  }
}
