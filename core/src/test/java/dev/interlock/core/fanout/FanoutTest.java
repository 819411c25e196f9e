package dev.interlock.core.fanout;

import static dev.interlock.core.fanout.Watched.MILLI;
import static dev.interlock.core.fanout.Watched.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.core.fanout.Provider.Kind;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// The queue's rules one by one.
final class FanoutTest {
  private final Watched queue = new Watched();

  private void local(String name, int batch, int calls) {
    queue.on(new Event.Joined(new Provider(name, 1, batch, calls, Kind.LOCAL)));
  }

  private void cloud(String name, int batch) {
    queue.on(new Event.Joined(new Provider(name, 1, batch, 1, Kind.CLOUD)));
  }

  private void reserve(String name, int batch) {
    queue.on(new Event.Joined(new Provider(name, 1, batch, 1, Kind.RESERVE)));
  }

  private Effect.Send first(String provider) {
    return queue.of(provider).getFirst();
  }

  /// Answers the provider's oldest call after so long.
  private void answer(String provider, long took) {
    queue.pass(took);
    queue.answer(first(provider).batch());
  }

  private void refuse(String provider) {
    queue.end(first(provider).batch(), new Result.Refused(true));
  }

  private List<Integer> sizes(String provider) {
    return queue.of(provider).stream().map(s -> s.texts().size()).toList();
  }

  @Test
  @DisplayName("A13: each provider pulls as many calls as it may have, all from one queue")
  void eachPulls() {
    local("a", 8, 2);
    cloud("c", 4);
    queue.offer("j", 100, 0);

    assertThat(sizes("a")).containsExactly(8, 8);
    assertThat(sizes("c")).containsExactly(4);
    assertThat(queue.view().waiting()).isEqualTo(80);
  }

  @Test
  void nothingIsPulledBeforeAProviderIsAdmitted() {
    queue.offer("j", 10, 0);
    assertThat(queue.out).isEmpty();
    local("a", 8, 1);
    assertThat(sizes("a")).containsExactly(8);
    queue.on(new Event.Left("a"));
    answer("a", SECOND);
    assertThat(queue.out).isEmpty();
  }

  @Test
  void jobsTakeTurns() {
    local("a", 4, 1);
    queue.offer("j1", 12, 0);
    queue.offer("j2", 4, 0);
    assertThat(first("a").job()).isEqualTo("j1");
    answer("a", SECOND);
    assertThat(first("a").job()).isEqualTo("j2");
  }

  @Test
  void aJobThatLeavesTakesItsTextsAlong() {
    local("a", 4, 1);
    queue.offer("j1", 12, 0);
    queue.offer("j2", 4, 0);
    queue.on(new Event.Withdrew("j1"));
    answer("a", SECOND);
    assertThat(queue.accepted).isEmpty();
    answer("a", SECOND);
    assertThat(queue.accepted).hasSize(4);
    assertThat(queue.open).isEmpty();
  }

  @Test
  void aNumberIsOfferedOnce() {
    queue.offer("j", 1, 0);
    assertThatThrownBy(() -> queue.on(new Event.Offered("j", List.of(0L), 0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("text 0 was offered before");
  }

  @Test
  void timeRunsForward() {
    queue.now -= 1;
    assertThatThrownBy(() -> queue.on(new Event.Woke()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the time runs backwards by 1 ns");
  }

  @Test
  @DisplayName("A13: texts of a refused batch are asked for alone, and two providers blame it")
  void poisonIsIsolated() {
    local("a", 8, 1);
    cloud("c", 8);
    queue.offer("j", 16, 0);
    drain(Set.of(5L));

    assertThat(queue.poison).containsExactly(5L);
    assertThat(queue.accepted).hasSize(15);
    assertThat(blamed).containsExactlyInAnyOrder("a", "c");
  }

  @Test
  void aSoleProviderBlamesTwice() {
    local("a", 8, 1);
    queue.offer("j", 16, 0);
    drain(Set.of(0L));

    assertThat(queue.poison).containsExactly(0L);
    assertThat(queue.accepted).hasSize(15);
    assertThat(blamed).containsExactly("a", "a");
  }

  @Test
  @DisplayName("C82: a text goes to a provider that refuses it twice at most")
  void refusedTextGoesTwice() {
    local("a", 64, 1);
    queue.offer("j", 64, 0);
    var sent = new HashMap<Long, Integer>();
    for (int i = 0; i < 1000 && !queue.open.isEmpty(); i++) {
      queue.toProve.stream().toList().forEach(p -> queue.on(new Event.Proved(p, true)));
      queue.pass(100 * MILLI);
      for (var send : List.copyOf(queue.out.values())) {
        send.texts().forEach(text -> sent.merge(text, 1, Integer::sum));
        if (send.texts().contains(5L)) {
          queue.end(send.batch(), new Result.Refused(false));
        } else {
          queue.answer(send.batch());
        }
      }
    }
    assertThat(queue.poison).containsExactly(5L);
    assertThat(sent.get(5L)).isEqualTo(2);
  }

  @Test
  void whatAnotherProviderTakesIsNoPoison() {
    local("a", 8, 1);
    local("b", 8, 1);
    queue.offer("j", 8, 0);
    refuse("a");
    drain(Set.of());

    assertThat(queue.poison).isEmpty();
    assertThat(queue.accepted).hasSize(8);
  }

  private List<String> blamed = List.of();

  /// Answers every call in good order, but one with a poison text not at all; checks are passed.
  private void drain(Set<Long> poison) {
    for (int i = 0; i < 1000 && !queue.open.isEmpty(); i++) {
      queue.toProve.stream().toList().forEach(p -> note(queue.on(new Event.Proved(p, true))));
      queue.pass(100 * MILLI);
      for (var send : List.copyOf(queue.out.values())) {
        boolean bad = send.texts().stream().anyMatch(poison::contains);
        note(bad ? queue.end(send.batch(), new Result.Refused(false)) : queue.answer(send.batch()));
      }
    }
    assertThat(queue.open).isEmpty();
  }

  private void note(List<Effect> effects) {
    for (var effect : effects) {
      if (effect instanceof Effect.Poison(var _, var _, var by)) {
        blamed = by;
      }
    }
  }

  @Test
  @DisplayName("A13: a text that is flawed in a good answer is asked for once more, elsewhere")
  void flawedTextGoesElsewhere() {
    local("a", 4, 1);
    local("b", 4, 1);
    queue.offer("j", 8, 0);
    var send = first("a");
    var good = new HashSet<>(send.texts());
    good.remove(send.texts().getFirst());
    queue.end(send.batch(), new Result.Answered(good, Set.of(send.texts().getFirst()), Set.of()));
    assertThat(queue.of("a")).isEmpty();
    answer("b", SECOND);
    assertThat(first("b").texts()).containsExactly(send.texts().getFirst());
    queue.answer(first("b").batch());
    assertThat(queue.poison).isEmpty();
    assertThat(queue.accepted).hasSize(8);
  }

  @Test
  void whatNobodyTakesIsGivenUpAtOnce() {
    local("a", 4, 1);
    queue.offer("j", 4, 0);
    queue.end(first("a").batch(), new Result.Answered(Set.of(0L, 1L, 2L), Set.of(), Set.of(3L)));
    assertThat(queue.poison).containsExactly(3L);
    assertThat(queue.open).isEmpty();
  }

  @Test
  @DisplayName("A13: a provider that refuses twice in a row is checked before texts are blamed")
  void sickProviderIsChecked() {
    local("a", 8, 1);
    queue.offer("j", 8, 0);
    refuse("a");
    assertThat(queue.toProve).isEmpty();
    refuse("a");
    assertThat(queue.toProve).containsExactly("a");
    assertThat(queue.of("a")).isEmpty();
    assertThat(queue.place("a").state()).isEqualTo(View.State.PROVING);

    queue.on(new Event.Proved("a", false));
    assertThat(queue.place("a").state()).isEqualTo(View.State.ASIDE);
    assertThat(queue.view().waiting()).isEqualTo(8);
    assertThat(queue.poison).isEmpty();
  }

  @Test
  void aCheckThatWasPassedSpeaksForTenSeconds() {
    local("a", 8, 1);
    queue.offer("j", 8, 0);
    refuse("a");
    refuse("a");
    queue.on(new Event.Proved("a", true));
    refuse("a");
    refuse("a");
    assertThat(queue.toProve).isEmpty();
    queue.pass(11 * SECOND);
    refuse("a");
    assertThat(queue.toProve).containsExactly("a");
  }

  @Test
  @DisplayName("A13: a lost provider is set aside 30 s, doubling, and tried with one text")
  void lostProviderIsSetAside() {
    local("a", 8, 2);
    queue.offer("j", 32, 0);
    queue.end(first("a").batch(), new Result.Lost());
    queue.end(first("a").batch(), new Result.Lost());
    assertThat(queue.view().waiting()).isEqualTo(32);

    queue.pass(30 * SECOND - 1);
    assertThat(queue.out).isEmpty();
    queue.pass(1);
    assertThat(sizes("a")).containsExactly(1);
    queue.end(first("a").batch(), new Result.Lost());
    queue.pass(60 * SECOND - 1);
    assertThat(queue.out).isEmpty();
    queue.pass(1);
    assertThat(sizes("a")).containsExactly(1);
    answer("a", 100 * MILLI);
    assertThat(queue.of("a")).hasSize(2);
  }

  @Test
  void asideEndsAfterAQuarterOfAnHour() {
    local("a", 8, 1);
    queue.offer("j", 32, 0);
    for (int i = 0; i < 12; i++) {
      queue.end(first("a").batch(), new Result.Lost());
      queue.pass(900 * SECOND);
    }
    assertThat(queue.out).hasSize(1);
    assertThat(queue.poison).isEmpty();
  }

  @Test
  @DisplayName("A13: passed probes end the first time aside, not the second in a row")
  void probesEndTheFirstTimeAside() {
    local("a", 8, 1);
    queue.offer("j", 32, 0);
    queue.end(first("a").batch(), new Result.Lost());
    queue.on(new Event.Left("a"));
    queue.on(new Event.Joined(new Provider("a", 2, 8, 1, Kind.LOCAL)));
    assertThat(queue.of("a")).hasSize(1);

    queue.end(first("a").batch(), new Result.Lost());
    queue.on(new Event.Joined(new Provider("a", 3, 8, 1, Kind.LOCAL)));
    assertThat(queue.of("a")).isEmpty();
    queue.pass(60 * SECOND);
    assertThat(sizes("a")).containsExactly(1);
  }

  @Test
  @DisplayName("A13: a text that kills its provider each time is found, and nothing else is blamed")
  void killerIsFound() {
    local("a", 8, 1);
    queue.offer("j", 24, 0);
    long epoch = 1;
    for (int i = 0; i < 1000 && !queue.open.isEmpty(); i++) {
      queue.pass(100 * MILLI);
      if (queue.out.isEmpty()) {
        queue.pass(900 * SECOND);
        continue;
      }
      if (first("a").texts().contains(3L)) {
        queue.end(first("a").batch(), new Result.Lost());
        queue.on(new Event.Joined(new Provider("a", ++epoch, 8, 1, Kind.LOCAL)));
      } else {
        queue.answer(first("a").batch());
      }
    }
    assertThat(queue.poison).containsExactly(3L);
    assertThat(queue.accepted).hasSize(23);
  }

  @Test
  @DisplayName("A11, A13: a pushback is no strike: the provider waits, its texts go on elsewhere")
  void pushbackIsNoStrike() {
    local("a", 8, 1);
    cloud("c", 8);
    queue.offer("j", 16, 0);
    var texts = first("c").texts();
    for (int i = 0; i < 3; i++) {
      queue.end(first("c").batch(), new Result.Postponed(OptionalLong.of(queue.now + 2 * SECOND)));
      assertThat(queue.of("c")).isEmpty();
      assertThat(queue.place("c").state()).isEqualTo(View.State.POSTPONED);
      queue.pass(2 * SECOND);
      assertThat(first("c").texts()).isEqualTo(texts);
    }
    queue.end(first("c").batch(), new Result.Postponed(OptionalLong.of(queue.now + 9 * SECOND)));
    answer("a", MILLI);
    assertThat(texts).startsWith(first("a").texts().toArray(Long[]::new));
  }

  @Test
  @DisplayName("A11, A13: a pushback without a time means 1 s, doubling to 60 s while it lasts")
  void pushbackWithoutATime() {
    local("a", 8, 2);
    queue.offer("j", 64, 0);
    for (long pause : List.of(1L, 2L, 4L, 8L, 16L, 32L, 60L, 60L)) {
      for (var send : queue.of("a")) {
        queue.end(send.batch(), new Result.Postponed(OptionalLong.empty()));
      }
      queue.pass(pause * SECOND - 1);
      assertThat(queue.out).isEmpty();
      queue.pass(1);
      assertThat(queue.of("a")).hasSize(2);
    }
    answer("a", MILLI);
    queue.end(first("a").batch(), new Result.Postponed(OptionalLong.empty()));
    queue.pass(SECOND);
    assertThat(queue.of("a")).hasSize(2);
  }

  @Test
  @DisplayName("A2: a reserve pulls only while nobody else can")
  void reserveWaits() {
    local("a", 8, 1);
    reserve("c", 8);
    queue.offer("j", 64, 0);
    assertThat(queue.of("c")).isEmpty();

    queue.end(first("a").batch(), new Result.Lost());
    assertThat(sizes("c")).containsExactly(8);
    answer("c", 29 * SECOND);
    assertThat(queue.of("c")).hasSize(1);
    queue.pass(SECOND);
    answer("a", MILLI);
    answer("c", MILLI);
    assertThat(queue.of("c")).isEmpty();
    assertThat(queue.of("a")).hasSize(1);
  }

  @Test
  void aReserveDoesNotComeInForAPushback() {
    local("a", 8, 1);
    reserve("c", 8);
    queue.offer("j", 64, 0);
    queue.end(first("a").batch(), new Result.Postponed(OptionalLong.of(queue.now + 5 * SECOND)));
    assertThat(queue.of("c")).isEmpty();
  }

  @Test
  @DisplayName("C15: a batch that is refused whole and taken in parts teaches the provider's cap")
  void capIsLearned() {
    local("a", 8, 1);
    queue.offer("j", 40, 0);
    refuse("a");
    for (int alone = 0; alone < 7; alone++) {
      assertThat(sizes("a")).containsExactly(1);
      answer("a", SECOND);
    }
    assertThat(queue.caps).isEmpty();
    answer("a", SECOND);
    assertThat(queue.caps).containsExactly(new Effect.Capped("a", 4));
    assertThat(sizes("a")).containsExactly(4);
  }

  @Test
  void aRefusalForAnotherReasonTeachesNoCap() {
    local("a", 8, 1);
    queue.offer("j", 40, 0);
    drain(Set.of(2L));
    assertThat(queue.caps).isEmpty();
  }

  /// Two providers whose speeds are known: 100 and 0.5 texts a second.
  private void fastAndSlow() {
    local("fast", 8, 1);
    local("slow", 8, 1);
    queue.offer("j", 16, 1000);
    answer("fast", 80 * MILLI);
    answer("slow", 16 * SECOND - 80 * MILLI);
  }

  @Test
  @DisplayName("A13: a slow provider leaves the last texts to those that are through before it")
  void slowProviderDeclines() {
    fastAndSlow();
    queue.offer("j", 12, 0);
    assertThat(sizes("fast")).containsExactly(8);
    assertThat(queue.of("slow")).isEmpty();
    while (!queue.open.isEmpty()) {
      answer("fast", 80 * MILLI);
    }
    assertThat(queue.place("slow").accepted()).isEqualTo(8);
    assertThat(queue.copies).isZero();
  }

  @Test
  void whatIsYetToComeIsPartOfTheRest() {
    fastAndSlow();
    queue.offer("j", 12, 100_000);
    assertThat(queue.of("slow")).hasSize(1);
  }

  @Test
  void withoutTheFastOneTheSlowOneTakesTheRest() {
    fastAndSlow();
    queue.offer("j", 12, 0);
    assertThat(queue.of("slow")).isEmpty();
    queue.end(first("fast").batch(), new Result.Lost());
    assertThat(queue.of("slow")).hasSize(1);
  }

  @Test
  @DisplayName("A13: a fast provider that is late is not counted on any more")
  void lateFastOneIsNotCountedOn() {
    fastAndSlow();
    queue.offer("j", 12, 0);
    queue.pass(60 * SECOND);
    assertThat(queue.of("slow")).hasSize(1);
  }

  @Test
  @DisplayName("A13: an idle local host fetches a late call's texts too, and each counts once")
  void lateCallIsRescued() {
    local("a", 8, 1);
    cloud("c", 8);
    queue.offer("j", 16, 0);
    var late = first("c");
    answer("a", 100 * MILLI);
    assertThat(queue.of("a")).isEmpty();
    queue.pass(SECOND);
    assertThat(first("a").texts()).isEqualTo(late.texts());
    answer("a", 100 * MILLI);
    assertThat(queue.open).isEmpty();
    queue.answer(late.batch());
    assertThat(queue.accepted).hasSize(16);
    assertThat(queue.copies).isEqualTo(8);
  }

  @Test
  void aCallThatIsAboutToEndIsLeftAlone() {
    local("a", 8, 1);
    local("b", 8, 1);
    queue.offer("j", 16, 1);
    answer("a", 8 * MILLI);
    queue.answer(first("b").batch());
    queue.offer("j", 9, 0);
    queue.answer(first("a").batch());
    queue.pass(49 * MILLI);
    assertThat(queue.copies).isZero();
  }

  @Test
  void aCloudFetchesNothingTwice() {
    cloud("c", 8);
    local("a", 8, 1);
    queue.offer("j", 16, 0);
    answer("c", 100 * MILLI);
    queue.pass(60 * SECOND);
    assertThat(queue.of("c")).isEmpty();
    assertThat(queue.copies).isZero();
  }

  @Test
  void aCopyThatFailsLeavesTheTextToTheFirst() {
    local("a", 8, 1);
    cloud("c", 8);
    queue.offer("j", 16, 0);
    answer("a", 100 * MILLI);
    queue.pass(SECOND);
    queue.end(first("a").batch(), new Result.Lost());
    assertThat(queue.view().waiting()).isZero();
    queue.answer(first("c").batch());
    assertThat(queue.accepted).hasSize(16);
  }

  @Test
  void theViewTellsWhoDoesWhat() {
    local("a", 8, 1);
    queue.offer("j", 32, 0);
    answer("a", SECOND);
    var place = queue.place("a");
    assertThat(place.state()).isEqualTo(View.State.PULLING);
    assertThat(place.accepted()).isEqualTo(8);
    assertThat(place.calls()).isEqualTo(1);
    assertThat(place.rate()).isBetween(7.9, 8.1);
    queue.on(new Event.Left("a"));
    assertThat(queue.place("a").state()).isEqualTo(View.State.GONE);
  }
}
