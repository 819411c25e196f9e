package dev.interlock.core.budget;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.Gen;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Turns between projects.
final class FairQueueTest {
  private static final Map<String, Integer> WEIGHTS = Map.of("d", 2, "e", 3);

  private long next;

  private FairQueue queue() {
    return new FairQueue(project -> WEIGHTS.getOrDefault(project, 1));
  }

  private Waiter waiter(String project) {
    next++;
    return new Waiter(new Ask(next, "h", project, Use.BULK, 1, 1), 1_000_000 + next % 7);
  }

  /// A letter is a waiter of that project, a dot takes the next out; `A` says that project a is
  /// paused or open again.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          aaabbb......  | ababab
          aaaab.....    | abaaa
          aaa.b...      | abaa
          a.aaab....    | abaaa
          a.b.a.b.      | abab
          a.ab.b.a.     | abab
          dddaaa......  | ddadaa
          eeeeaa......  | eeeaea
          aabbA....A..  | bbaa
          aAbA..        | ab
          aA.A.         | a
          abcd....      | abcd
          aaab.c...     | abca
          """)
  @DisplayName("A17: turns by weight; who comes anew is next, who was just served is not new")
  void turns(String words, String expected) {
    var queue = queue();
    var paused = new HashSet<String>();
    var out = new StringBuilder();
    for (var word : words.split("", -1)) {
      if (word.equals(".")) {
        queue.take(project -> !paused.contains(project)).ifPresent(w -> out.append(w.project()));
      } else if (word.equals("A")) {
        if (!paused.remove("a")) {
          paused.add("a");
        }
      } else if (!word.isEmpty()) {
        queue.add(waiter(word));
      }
    }

    assertThat(out.toString()).isEqualTo(expected);
  }

  @Test
  @DisplayName("A17: between two turns of a waiting project each other one has two at the most")
  void nobodyStarves() {
    Gen.each(
        300,
        gen -> {
          var queue = queue();
          var names = "abcde".split("", -1);
          var waiting = new ArrayList<Waiter>();
          var since = new HashMap<String, Map<String, Integer>>();
          for (int i = 0; i < 600; i++) {
            if (gen.chance(52)) {
              var waiter = waiter(names[Math.min(gen.between(0, 12), 4)]);
              queue.add(waiter);
              waiting.add(waiter);
              since.putIfAbsent(waiter.project(), new HashMap<>());
            } else if (gen.chance(10) && !waiting.isEmpty()) {
              queue.remove(waiting.remove(gen.between(0, waiting.size() - 1)));
            } else {
              var taken = queue.take(_ -> true);
              assertThat(taken.isPresent()).isEqualTo(!waiting.isEmpty());
              taken.ifPresent(
                  t -> {
                    var first =
                        waiting.stream().filter(w -> w.project().equals(t.project())).findFirst();
                    assertThat(first).as("first come, first served").contains(t);
                    waiting.remove(t);
                    since.forEach((_, served) -> served.merge(t.project(), 1, Integer::sum));
                    since.put(t.project(), new HashMap<>());
                  });
            }
            since.keySet().removeIf(p -> waiting.stream().noneMatch(w -> w.project().equals(p)));
            since.forEach(
                (project, served) ->
                    served.forEach(
                        (other, turns) ->
                            assertThat(turns)
                                .as("%s waits for %s", project, other)
                                .isLessThanOrEqualTo(2 * WEIGHTS.getOrDefault(other, 1))));
            assertThat(queue.size()).isEqualTo(waiting.size());
          }
        });
  }

  @Test
  void theForgottenTakeNoRoom() {
    var queue = queue();
    for (int i = 0; i < 10_000; i++) {
      queue.add(waiter("p" + i));
      queue.take(_ -> true);
      assertThat(queue.remembered()).isLessThanOrEqualTo(257);
    }
  }
}
