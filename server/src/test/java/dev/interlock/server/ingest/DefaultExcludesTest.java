package dev.interlock.server.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DefaultExcludesTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # folder            | beside           | inside        | left out
          node_modules        | x                | x             | true
          web/node_modules    | x                | x             | true
          target              | x                | x             | true
          core/target         | pom.xml          | x             | true
          src/main/app/target | x                | Target.java   | false
          src/tool/target     | Cargo.toml       | x             | true
          build               | x                | Format.java   | false
          build               | build.gradle.kts | x             | true
          dist                | x                | x             | false
          dist                | package.json     | x             | true
          venv                | x                | main.py       | false
          venv                | x                | pyvenv.cfg    | true
          env-of-mine         | x                | pyvenv.cfg    | true
          out                 | x                | CACHEDIR.TAG  | true
          vendor              | go.mod           | own.go        | false
          vendor              | go.mod           | modules.txt   | true
          docs                | x                | modules.txt   | false
          .github             | x                | x             | false
          """)
  @DisplayName("C90: which folders are left out by default")
  void foldersAreLeftOut(String path, String sibling, String child, boolean leftOut) {
    assertThat(
            DefaultExcludes.byName(path, Set.of(sibling))
                || DefaultExcludes.byContent(path, Set.of(child)))
        .isEqualTo(leftOut);
  }
}
