package dev.interlock.index.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PathGlobTest {
  @DisplayName("A18: globs match paths in the manner of git")
  @ParameterizedTest(name = "{0} on {1}: {2}")
  @CsvSource({
    "a.java, a.java, true",
    "a.java, x/y/a.java, true",
    "a.java, x/ba.java, false",
    "/a.java, a.java, true",
    "/a.java, x/a.java, false",
    "*.java, a.java, true",
    "*.java, x/y/a.java, true",
    "*.java, a.java.bak, false",
    "*, x/y/z, true",
    "**, x/y/z, true",
    "src/*, src/a.java, true",
    "src/*, src/x/a.java, false",
    "src/*, x/src/a.java, false",
    "src/*.java, src/a.java, true",
    "src/**, src/x/y/a.java, true",
    "src/**, src, false",
    "src/**/a.java, src/a.java, true",
    "src/**/a.java, src/x/y/a.java, true",
    "src/**/a.java, src/xa.java, false",
    "**/test/**, x/test/y/a.java, true",
    "**/test/**, test/a.java, true",
    "**/test/**, contest/a.java, false",
    "src, src/a.java, true",
    "src, x/src/a.java, true",
    "src, srcs/a.java, false",
    "src/main, src/main/x/a.java, true",
    "src/main, src/mainly.java, false",
    "target/, target/a, true",
    "target/, x/target/a/b, true",
    "target/, target, false",
    "a?c, abc, true",
    "a?c, a/c, false",
    "a?c, a🌸c, true",
    "app/[id]/page.tsx, app/[id]/page.tsx, true",
    "app/[id]/page.tsx, app/i/page.tsx, false",
    "a.b, axb, false",
    "'a\\*b', a*b, true",
    "'a\\*b', axb, false",
    "a+(b), a+(b), true",
    "Café.md, Café.md, true",
    "A.java, a.java, false",
    "x**y, x/a/y, true",
  })
  void matches(String glob, String path, boolean expected) {
    assertThat(PathGlob.of(glob).matches(path)).isEqualTo(expected);
  }

  @Test
  void emptyAndHugeGlobsAreRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> PathGlob.of(""));
    assertThatIllegalArgumentException().isThrownBy(() -> PathGlob.of("/"));
    assertThatIllegalArgumentException().isThrownBy(() -> PathGlob.of("x".repeat(1_025)));
    assertThat(PathGlob.of("x".repeat(1_024)).matches("x".repeat(1_024))).isTrue();
  }

  @Test
  void costlyGlobIsRefusedInBoundedTime() {
    var glob = "*" + "a??????????".repeat(20) + "*";
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PathGlob.of(glob))
        .withMessageContaining("too many wildcards");
  }
}
