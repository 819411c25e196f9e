package dev.interlock.index.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThinnerTest {
  private static final String[] STATEMENTS = {
    "int a = 1;",
    "String s = \"{ // \\\" /* \";",
    "char c = '\\'';",
    "char d = '{';",
    "/* } */ g();",
    "h(); // } \"",
    "String t = \"\"\"\n{ \\\"\"\" }\"\"\";",
    "int[] n = {1, 2};",
    "if (x) { y(); }",
    "Runnable r = () -> {\n z();\n};",
    "/** } */\nw();",
    "switch (v) { case 1 -> u(); default -> {} }",
    "call(a,\n  b(c), ')', \"(\")\n    .then(x -> {\n  y(x);\n});",
    "if (a(b) && (c)) d(); else (e).f(g);",
    "for (int i = 0; i < n(m); i++) { k(i); }",
    "try (var t = open(u)) { v(t); } catch (E e) { w(e); }",
    "var o = new Object() {\n  @Override public String toString() { return s(1); }\n};",
    "assert(ok(1)); synchronized(this) { y(); }"
  };

  private static final String[] IMPORTS = {
    "import a.b.C;",
    "import static a.b.C.d;",
    "  import e.*;",
    "import f.G; import h.I;",
    "import j.K; // why",
    "// of its own",
    "/* two\nlines */",
    ""
  };

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "java | class A { int b; } | class A {}",
        "java | int a; // note } | int a; //",
        "java | /* a { */ int b; | /**/ int b;",
        "java | s = \"}\" + '}'; | s = \"}\" + '}';",
        "java | s = \"\\\"{\"; | s = \"\\\"{\";",
        "java | f(\"}\", ')'); | f();",
        "java | @A(b = 1) void f(int a) {} | @A() void f() {}",
        "java | if (a) g(b); while(c) h$(d); | if (a) g(); while(c) h$();",
        "java | (a + f(b)) * (c) -> x<y>(z) | (a + f()) * (c) -> x<y>(z)",
        "java | f(a)) | f(a))",
        "java | f(a { b) } | f(a { b) }",
        "go | f(a) { b } | f(a) {}",
        "java | { \"\"\"}\"\"\" } { a } | {} {}",
        "java | { a }} | { a }}",
        "java | {{ a } | {{ a }",
        "go | a := `{ \\`; { b } | a := `{ \\`; {}",
        "go | '{' { b } | '{' {}",
        "c | { a } | { a }",
        "typescript | { a } | { a }",
      })
  void blocksAndCommentsAreLeftOut(String language, String text, String thin) {
    assertThat(skeleton(language, text, 100).text()).isEqualTo(thin);
  }

  @Test
  void offsetsLeadBackToTheWhole() {
    String text = "class A { int b; } class C { int d; }";
    var thin = skeleton("java", text, 100);
    assertThat(thin.text()).isEqualTo("class A {} class C {}");
    assertThat(thin.whole(0)).isZero();
    assertThat(thin.whole(8)).isEqualTo(8);
    assertThat(thin.whole(9)).isEqualTo(text.indexOf('}'));
    assertThat(thin.whole(thin.text().length() - 1)).isEqualTo(text.length() - 1);
  }

  @Test
  void largeBlockStays() {
    assertThat(skeleton("java", "{\n a b c\n { d }\n}", 5).text()).isEqualTo("{\na b c\n{}\n}");
    assertThat(skeleton("java", "f(\na b c\n(d)\n)", 5).text()).isEqualTo("f(\na b c\n(d)\n)");
    assertThat(skeleton("go", "{\n a b c\n}", 2).text()).isEqualTo("{\n a b c\n}");
  }

  @Test
  void importBehindAnotherIsAUnitThatTheParserNeedNotSee() {
    String text =
        """
        package a;

        import a.B;
        import static a.B.*;

        import c.D$1;
        // of its own
        import e.F;
        import g.H; // more on the line
        import i.J;
        import k.;
        class L {}
        """;
    var thin = skeleton("java", text, 100);
    assertThat(thin.text())
        .isEqualTo(
            """
            package a;
            import a.B;
            //
            import e.F;
            import g.H; //
            import i.J;
            import k.;
            class L {}
            """);
    assertThat(thin.units())
        .containsExactly(text.indexOf("import static"), text.indexOf("import c"));
    assertThat(thin.whole(thin.text().indexOf("//"))).isEqualTo(text.indexOf("//"));
  }

  @Test
  @DisplayName("a random program has the same outline thin and whole")
  void outlineIsTheSame() {
    var grammar = new Grammars().of("java").orElseThrow();
    try (var parser = new SyntaxParser(() -> 0)) {
      for (long seed = 0; seed < 60; seed++) {
        var random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        String text = imports(random) + program(random, 0);
        var lines = new Lines(text, new Scale(new WordCounter()));
        for (int max : new int[] {16, 40, 120}) {
          var limits = Limits.of(max);
          var thin = Thinner.thin("java", lines, limits.whole());
          assertThat(Cut.units(parser.outline(grammar, lines, limits, thin)))
              .as("seed %d", seed)
              .isEqualTo(Cut.units(parser.outline(grammar, lines, limits, Skeleton.whole(text))));
        }
      }
    }
  }

  private static Skeleton skeleton(String language, String text, int whole) {
    return Thinner.thin(language, new Lines(text, new Scale(new WordCounter())), whole);
  }

  private static String imports(RandomGenerator random) {
    var text = new StringBuilder("package a.b;\n\n");
    for (int i = random.nextInt(12); i > 0; i--) {
      text.append(IMPORTS[random.nextInt(IMPORTS.length)]).append('\n');
    }
    return text.toString();
  }

  private static String program(RandomGenerator random, int depth) {
    var text = new StringBuilder();
    int members = random.nextInt(1, 5);
    for (int i = 0; i < members; i++) {
      text.append("/** Doc { of it. */\nclass C%d%d {\n".formatted(depth, i));
      if (depth < 3 && random.nextBoolean()) {
        text.append(program(random, depth + 1));
      }
      text.append("\n  // }\n  @A(\"(\")\n  void m%d(@B(1) int a,\n      int b) {\n".formatted(i));
      int statements = random.nextInt(8);
      for (int j = 0; j < statements; j++) {
        text.append("    ").append(STATEMENTS[random.nextInt(STATEMENTS.length)]).append('\n');
      }
      text.append("  }\n}\n");
    }
    return text.toString();
  }
}
