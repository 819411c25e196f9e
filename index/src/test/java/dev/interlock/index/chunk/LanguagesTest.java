package dev.interlock.index.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.table.TableName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LanguagesTest {
  @ParameterizedTest
  @CsvSource({
    "src/Main.java, java, CODE",
    "a/b.py, python, CODE",
    "web/app.mjs, javascript, CODE",
    "web/app.jsx, javascript, CODE",
    "web/app.tsx, tsx, CODE",
    "web/app.d.ts, typescript, CODE",
    "x.h, c, CODE",
    "x.hpp, cpp, CODE",
    "x.cc, cpp, CODE",
    "X.KT, kotlin, CODE",
    "Makefile, make, CODE",
    "docker/Dockerfile, dockerfile, CODE",
    "docker/Dockerfile.test, dockerfile, CODE",
    "home/.bashrc, bash, CODE",
    "gradlew, bash, CODE",
    "README, text, DOCS",
    "LICENSE, text, DOCS",
    "README.md, markdown, DOCS",
    "docs/index.rst, restructuredtext, DOCS",
    "notes.txt, text, DOCS",
    "CMakeLists.txt, cmake, CODE",
    "site/index.html, html, DOCS",
    "a.b/file, other, CODE",
    "strange.qqq, other, CODE",
    "dot., other, CODE",
  })
  void nameTellsLanguageAndTable(String path, String language, TableName table) {
    assertThat(Languages.of(path)).isEqualTo(language);
    assertThat(Languages.table(language)).isEqualTo(table);
  }
}
