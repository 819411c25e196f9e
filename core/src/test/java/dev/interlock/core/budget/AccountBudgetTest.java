package dev.interlock.core.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a budget does, story by story. [Script] tells how to read them.
final class AccountBudgetTest {

  private static void tells(String words, String expected) {
    assertThat(Script.run(words)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          i1 i2 i3 i4 i5               | 1+ 2+ 3+ 4+
          i1 i2 i3 i4 i5 ok2           | 1+ 2+ 3+ 4+ 5+
          i1 i2 i3 i4 i5 fail2         | 1+ 2+ 3+ 4+ 5+
          limit2 i1 i2 i3 i4 +5        | 1+ 2+ 3-permits_out:2 4-permits_out:2
          limit1 i1 i2~0               | 1+ 2-permits_out:2
          limit1 i1 i2~1 +0.9 ok1      | 1+ 2+@0.9
          limit1 i1 i2~1 +1 ok1        | 1+ 2-permits_out:2
          limit1 i1 i2 left2 ok1 i3    | 1+ 3+
          limit1 i1 left1 i2           | 1+
          limit1 i1 i2 i3 i4 limit4    | 1+ 2+ 3+ 4+
          limit4 i1 i2 i3 limit2 i4 ok1 ok2    | 1+ 2+ 3+ 4+
          limit2 i1 i2 i3 i4 i5 ok1:0.5 ok2 +5 | 1+ 2+ 3+ 4+ 5-permits_out:2
          """)
  @DisplayName("A8: the permits of all who hold one come out of one budget")
  void permits(String words, String expected) {
    tells(words, expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          limit1 i1/3 i2 +2.9            | 1+
          limit1 i1/3 i2 +3              | 1+ !lease_expired 2+@3
          limit1 i1/3 i2 +3 ok1 i3       | 1+ !lease_expired 2+@3
          limit1 i1/3 i2 +3 429:1 ok2 i3 | 1+ !lease_expired 2+@3 3+@3
          limit1 i1/3 i2 +3 402:1 ok2 i3 | 1+ !lease_expired 2+@3 3+@3
          limit1 i1/3 i2 +2 keep1:9 +2   | 1+
          limit1 i1/3 +4 keep1:9 i2      | 1+ !lease_expired 2+@4
          limit2 i1 i2 i3 i4 ok1 ok1     | 1+ 2+ 3+
          limit2 i1 i2 i3 fail1 429:1 i4 | 1+ 2+ 3+
          """)
  @DisplayName("A8: a dead holder's permit comes back once, and what it says later is nothing")
  void leases(String words, String expected) {
    tells(words, expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          i1 429:1 i2 +5                    | 1+ 2+@2
          i1 429:1::j i2 +5                 | 1+ 2+@3
          i1 429:1:0 i2 +5                  | 1+ 2+@0.5
          i1 429:1:0.2:j i2 +5              | 1+ 2+@0.7
          i1 429:1:4 i2 +5                  | 1+ 2+@4
          i1 429:1:4:j i2~9 +9              | 1+ 2+@5
          i1 429:1:17.2 i2                  | 1+ 2-cooldown:18
          i1 429:1:10800:j i2               | 1+ !long_pause 2-cooldown:10800
          i1 429:1:10800 +120 i2            | 1+ !long_pause 2-cooldown:10680
          i1 429:1:3600 i2                  | 1+ 2-cooldown:3600
          i1 429:1:999999 i2                | 1+ !long_pause 2-cooldown:86400
          i1 i3~1 429:1 429:3:9 i2          | 1+ 3+ 2-cooldown:9
          i1 i3~1 429:1:9 429:3:4 i2        | 1+ 3+ 2-cooldown:9
          i1 i3~1 429:1:9 429:3 i2          | 1+ 3+ 2-cooldown:9
          i1 429:1 i2~1 +5                  | 1+ 2-cooldown:2
          i1 429:1 b2~1 w3~1                | 1+ 2-cooldown:2 3-cooldown:2
          i1 429:1 +2 i2 429:2 i3~9 +9      | 1+ 2+@2 3+@6
          i1 i9 429:1 +2 i2 429:2 429:9 i3~9 +9 | 1+ 9+ 2+@2 3+@6
          limit2 i1 i2/900 429:1 i3~99 +50 | 1+ 2+ 3+@17
          """)
  @DisplayName("A11: a 429 is never repeated at once, Retry-After is kept, jitter comes on top")
  void pauses(String words, String expected) {
    tells(words, expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          limit8 i1                                   | 8
          limit8 i1 429:1                             | 4
          limit8 i1 429:1 +2 i2 429:2                 | 2
          limit8 i1 i2 i3 429:1 429:2 429:3           | 4
          limit8 i1 i2 429:1 +2 429:2                 | 4
          limit8 i1 i2 429:1 +2 i3 429:3 429:2        | 2
          limit2 i1 429:1 +2 i2 429:2 +4 i3 429:3     | 1
          limit7 i1 429:1                             | 3
          limit8 i1 429:1 +16.9                       | 4
          limit8 i1 429:1 +17                         | 5
          limit8 i1 429:1 +61.9                       | 7
          limit8 i1 429:1 +62                         | 8
          limit8 i1 429:1:100 +114.9                  | 4
          limit8 i1 429:1:100 +115                    | 5
          limit8 i1 i2 429:1 +17 429:2 +14.9          | 5
          limit8 i1 i2 429:1 +17 429:2 +15            | 6
          limit8 i1 429:1 rate0 funded                | 4
          funded i1 429:1 funded                      | 8
          funded i1 429:1 +30 rate6000 funded         | 9
          limit8 i1 429:1 limit16                     | 4
          limit8 i1 429:1 limit3                      | 3
          limit8 i1 429:1 limit3 +17 limit16          | 5
          limit8 i1 i2/900 429:1 +77 429:2            | 8
          limit8 i1 i2/900 429:1 +77 429:2:9 +9 i3 429:3 | 4
          limit8 i1 full:1                            | 8
          limit8 i1 i2 full:1 429:2                   | 4
          limit1 i1 429:1                             | 1
          """)
  @DisplayName("A11: one halving for each burst, and a permit back for each clean window of 15 s")
  void halvings(String words, int expected) {
    assertThat(Script.view(words).permits().effective()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"1,2", "2,4", "3,8", "4,16", "5,32", "6,60", "7,60", "40,60"})
  @DisplayName("A11: without a Retry-After the pause is 2 s, doubling to 60 s")
  void pausesDouble(int bursts, int seconds) {
    var words = new StringBuilder("limit1 i1 429:1 ");
    for (int i = 2; i <= bursts; i++) {
      words.append("+%d i%d 429:%d ".formatted(Math.min(1L << Math.min(i - 1, 9), 60), i, i));
    }
    words.append("i999~0");

    assertThat(Script.run(words.toString())).endsWith("999-cooldown:" + seconds);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          i1 429:1 +16.9 i2 429:2 i3~0     | 1+ 2+@16.9 3-cooldown:4
          limit2 i1 429:1 +17 i2 429:2 i3~0 | 1+ 2+@17 3-cooldown:2
          limit4 i1 429:1 +17 i2 429:2 i3~0 | 1+ 2+@17 3-cooldown:4
          limit4 i1 429:1 +32 i2 429:2 i3~0 | 1+ 2+@32 3-cooldown:2
          limit1 i1 429:1 +17 i2 429:2 i3~0 | 1+ 2+@17 3-cooldown:2
          """)
  @DisplayName("A11: the pause starts over at 2 s only once all permits are back")
  void pausesStartOver(String words, String expected) {
    tells(words, expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          rate2 i1 ok1 i2 ok2 i3                  | 1+ 2+ 3-rate_window:60
          rate2 i1 ok1 +30 i2 ok2 i3~30 i4~29 +30 | 1+ 2+@30 4-rate_window:30 3+@60
          rate2 i1 ok1 i2 ok2 i3~60 +59.9         | 1+ 2+
          rate2 i1 ok1 i2 ok2 i3~60 +60           | 1+ 2+ 3+@60
          rate3 i1 ok1 i2 fail2 i3 429:3:1 +1 i4  | 1+ 2+ 3+ 4-rate_window:59
          rate2 i1 ok1 i2 ok2 rate3 i3            | 1+ 2+ 3+
          rate3 i1 ok1 i2 ok2 rate2 i3            | 1+ 2+ 3-rate_window:60
          i1 ok1 i2 ok2 rate2 i3                  | 1+ 2+ 3-rate_window:60
          rate2 i1 ok1 i2 ok2 funded i3           | 1+ 2+ 3+
          rate2 i1 ok1 w2 ok2 w3                  | 1+ 2+ 3-rate_window:60
          limit4 rate2 i1 i2 i3                   | 1+ 2+ 3-rate_window:60
          limit4 rate2 i1 i2 +59 ok1 ok2 i3~0     | 1+ 2+ 3-rate_window:1
          limit4 rate2 i1 i2 +60 ok1 ok2 i3 i4    | 1+ 2+ 3+@60 4+@60
          """)
  @DisplayName("A10: a believed rate is a sliding window over starts, never one more")
  void windows(String words, String expected) {
    tells(words, expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          limit1 i9 b1 b2 i3 ok9 ok3             | 9+ 3+ 1+
          limit1 b9 b1 w3 i2 ok9 ok3 ok2         | 9+ 3+ 2+ 1+
          limit4 b1 b2 b3 b4 i5 ok1              | 1+ 2+ 3+ 4+ 5+
          limit4 i9 ok9 b1 b2 b3 b4 i5           | 9+ 1+ 2+ 3+ 5+
          limit4 i9 ok9 b1 b2 b3 b4 ok1          | 9+ 1+ 2+ 3+ 4+
          limit4 i9 i8 i7 i6 b1 ok9 ok8 ok7      | 9+ 8+ 7+ 6+ 1+
          limit1 i9 ok9 b1 b2~9 i3 ok1 ok3       | 9+ 1+ 3+ 2+
          limit2 i9 ok9 b1 b2~700 b3~700/900 +599.9 | 9+ 1+
          limit2 i9/800 ok9 b1/900 b2~700/900 +650 | 9+ 1+ 2+@600
          rate64 b1 ok1                          | 1+
          """)
  @DisplayName("A11: interactive work passes bulk work and keeps a share of its own")
  void uses(String words, String expected) {
    tells(words, expected);
  }

  @Test
  @DisplayName("A17: interactive work passes bulk work seven times in a row, not for ever")
  void bulkHasATurn() {
    var words = new StringBuilder("limit1 i100 b1~60 ");
    for (int i = 101; i <= 112; i++) {
      words.append("i%d~60 ".formatted(i));
    }
    for (int i = 100; i <= 107; i++) {
      words.append("ok%d ".formatted(i));
    }

    assertThat(Script.run(words.toString()))
        .isEqualTo("100+ 101+ 102+ 103+ 104+ 105+ 106+ 107+ 1+");
  }

  @Test
  @DisplayName("A10: one start in 32 of a window is not for bulk work")
  void bulkLeavesStarts() {
    var words = new StringBuilder("limit256 rate64 ");
    for (int i = 1; i <= 63; i++) {
      words.append("b%d ok%d ".formatted(i, i));
    }

    assertThat(Script.run(words + "i70 i71 i72"))
        .endsWith(" 62+ 63-rate_window:60 70+ 71+ 72-rate_window:60");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          limit1 b9@a b1@a b2@a b3@a b4@b ok9 ok4 ok1 ok2 | 9+ 4+ 1+ 2+ 3+
          limit1 b9@a b1@a b2@b b3@c ok9 ok2 ok3          | 9+ 2+ 3+ 1+
          limit1 b9@a b1@a b2@a b3@b ok9 b4@b ok3 ok1 ok4 | 9+ 3+ 1+ 4+ 2+
          limit1 weight:a:2 b9@a b1@a b2@a b3@a b4@b b5@b ok9 ok1 ok4 ok2 ok3 | 9+ 1+ 4+ 2+ 3+ 5+
          limit1 pause:a:3 b1@a b2@b ok2 +4               | 2+ 1+@3
          pause:a:9 b1@a i2@b                             | 1-project_paused:9 2+
          limit1 i9@b b1@a b2@b pause:a:9 ok9             | 9+ 1-project_paused:9 2+
          limit1 i9@b i1@a~20 pause:a:9 ok9 +9            | 9+ 1+@9
          limit1 i9@b i1@a~20 pause:a:9 ok9 pause:a:0     | 9+ 1+
          pause:a:9 pause:a:3 i1@a +3                     | 1+@3
          pause:a:3 w1                                    | 1+
          """)
  @DisplayName("A17: projects take turns by weight, and one that has used up its day waits")
  void projects(String words, String expected) {
    tells(words, expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          limit1 b9@a b1@a b2@a b3@a b4@b 429:9 +2 ok4 ok1 ok2 | 9+ 4+@2 1+@2 2+@2 3+@2
          limit1 b9@a b1@a b2@b 429:9 i3@a +2 ok3 ok2          | 9+ 3+@2 2+@2 1+@2
          limit1 b9@a b1@a b2@b 429:9 +2 i3@a ok2 ok3          | 9+ 2+@2 3+@2 1+@2
          limit1 rate1 b9@a ok9 b1@a~200 b2@b~200 i3@a~200 +60 ok3 +60 ok2 +60 | 9+ 3+@60 2+@120 1+@180
          """)
  @DisplayName("A11, A17: a pause and a full window are waited for in the same queue, in turns")
  void pausesKeepTheQueue(String words, String expected) {
    tells(words, expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          i1 402:1 i2                         | 1+ !exhausted 2-exhausted
          limit1 i1 i2 b3 402:1               | 1+ !exhausted 2-exhausted 3-exhausted
          i1 i2 402:1 402:2 i3                | 1+ 2+ !exhausted 3-exhausted
          i1 402:1 w2 ok2                     | 1+ !exhausted 2+
          i1 402:1 +1 funded i2               | 1+ !exhausted 2+@1
          i1 402:1 +1 stale i2                | 1+ !exhausted 2-exhausted
          i1 402:1 rate600 i2                 | 1+ !exhausted 2-exhausted
          i1 402:1 +3 resume i2               | 1+ !exhausted 2+@3
          i1 402:1 resume i2 402:2            | 1+ !exhausted 2+ !exhausted
          i1 401:1 i2 w3                      | 1+ !key_refused 2-key_refused 3-key_refused
          i1 401:1 +1 funded resume enable i2 | 1+ !key_refused 2-key_refused
          i1 401:1 key_pushed i2              | 1+ !key_refused 2+
          i1 i2 402:1 401:2 +1 funded i3      | 1+ 2+ !exhausted !key_refused 3-key_refused
          i1 i2 401:1 402:2 key_pushed i3     | 1+ 2+ !key_refused 3+
          disable i1 w2                       | 1-disabled 2-disabled
          disable funded key_pushed resume i1 | 1-disabled
          disable enable i1                   | 1+
          i1 cap:1:60 i2 w3                   | 1+ !key_capped 2-key_capped:60 3+
          i1 cap:1:60 i2~60 +60               | 1+ !key_capped 2+@60
          i1 cap:1:60 +1 funded i2            | 1+ !key_capped 2+@1
          i1 cap:1:60 resume i2               | 1+ !key_capped 2+
          i1 cap:1 i2~900 w3                  | 1+ !key_capped 2-key_capped 3+
          i1 i2 402:1 cap:2:60 +70 i3         | 1+ 2+ !exhausted 3-exhausted
          i1 i2 cap:1:60 402:2 +70 i3         | 1+ 2+ !key_capped !exhausted 3-exhausted
          i1 low:1 i2                         | 1+ !low 2+
          i1 low:1 i2 low:2                   | 1+ !low 2+
          i1 full:1 i2 +5                     | 1+ 2+@2
          i1 full:1:9 i2                      | 1+ 2-in_flight_full:9
          i1 full:1:9 funded i2               | 1+ 2-in_flight_full:9
          i1 i2 full:1:3 429:2:9 i3           | 1+ 2+ 3-cooldown:9
          i1 i2 full:1:9 429:2:3 i3           | 1+ 2+ 3-in_flight_full:9
          i1 full:1 +2 i2 full:2 i3~0         | 1+ 2+@2 3-in_flight_full:4
          """)
  @DisplayName("B8: no money stops at once, is told once, and is never a retry")
  void money(String words, String expected) {
    tells(words, expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          i1                    | unknown
          funded                | funded
          i1 low:1              | low
          i1 full:1             | in_flight_full
          i1 full:1 +2          | unknown
          funded i1 full:1 +2   | funded
          i1 cap:1:60           | key_capped
          i1 cap:1:60 +60       | unknown
          funded i1 cap:1:60 +60 | funded
          i1 402:1              | exhausted
          funded i1 i2 full:1:9 402:2 | exhausted
          i1 401:1              | key_refused
          disable               | disabled
          """)
  void states(String words, String expected) {
    assertThat(Script.view(words).state().word()).isEqualTo(expected);
  }

  @Test
  @DisplayName("A12: nobody's word makes more than 256 permits, and a typed limit is 1 to 256")
  void hardCeiling() {
    assertThat(Script.view("limit256").permits().effective()).isEqualTo(256);
    assertThat(Script.view("rate100000 i1 ok1:3600").permits().effective()).isEqualTo(256);
    for (int typed : new int[] {257, 0, -5}) {
      assertThatThrownBy(() -> Script.view("limit" + typed))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("1 to 256, got " + typed);
    }
  }

  @Test
  void tooManyMayNotWait() {
    var budget = new AccountBudget(1, 0);
    for (int i = 0; i < AccountBudget.MOST_WAITERS + 4; i++) {
      budget.on(asked(i), 0);
    }

    assertThat(budget.on(asked(99_999), 0))
        .singleElement()
        .matches(e -> e instanceof Effect.Refused r && r.reason() == Reason.QUEUE_FULL);
  }

  private static Event asked(long waiter) {
    return new Event.Asked(
        new Ask(waiter, "h", "", Use.INTERACTIVE, Watched.SECOND, 9 * Watched.SECOND));
  }

  @Test
  void whoHasStoppedWaitingNeverStartsThoughTheTimerCameLate() {
    var budget = new AccountBudget(1, 0);
    budget.on(new Event.Limited(Watched.rpm(1)), 0);
    budget.on(asked(1), 0);
    budget.on(asked(2), 0);

    var effects =
        budget.on(new Event.Ended(1, new Outcome.Failed()), Watched.SECOND + Watched.SECOND / 2);

    assertThat(effects).noneMatch(Effect.Granted.class::isInstance);
    assertThat(effects).anyMatch(e -> e instanceof Effect.Refused r && r.waiter() == 2);
  }

  @Test
  void mistakesOfTheLaneAreLoudAndChangeNothing() {
    var budget = new AccountBudget(1, 100);
    for (int i = 0; i < 5; i++) {
      budget.on(asked(i), 100);
    }
    var before = budget.view();

    assertThatThrownBy(() -> budget.on(asked(4), 100)).hasMessageContaining("waits already");
    assertThatThrownBy(() -> budget.on(new Event.Woke(), 99)).hasMessageContaining("backwards");
    assertThat(budget.view()).isEqualTo(before);
  }

  @Test
  void aViewTellsWhatPeopleNeed() {
    var view = Script.view("rate600 i1 i2 ok1 429:2:30");

    assertThat(view.permits())
        .isEqualTo(
            new View.Permits(
                0, 0, 10, 20, Ceiling.Source.DISCOVERED, "600 calls a minute at 2000 ms each"));
    assertThat(view.rpm())
        .isEqualTo(new View.Rpm(Watched.rpm(600), Watched.rpm(600), Watched.rpm(600), 2));
    assertThat(view.cooldownUntilNanos()).hasValue(Watched.after(30));
  }
}
