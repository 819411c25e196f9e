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
    "switch (v) { case 1 -> u(); default -> {} }"
  };

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "java | class A { int b; } | class A {}",
        "java | int a; // note } | int a; //",
        "java | /* a { */ int b; | /**/ int b;",
        "java | f(\"}\", '}'); | f(\"}\", '}');",
        "java | f(\"\\\"{\"); | f(\"\\\"{\");",
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
    assertThat(skeleton("java", "{\n a b c\n { d }\n}", 5).text()).isEqualTo("{\n a b c\n {}\n}");
  }

  @Test
  @DisplayName("a random program has the same outline thin and whole")
  void outlineIsTheSame() {
    var grammar = new Grammars().of("java").orElseThrow();
    try (var parser = new SyntaxParser(() -> 0)) {
      for (long seed = 0; seed < 60; seed++) {
        String text = program(RandomGeneratorFactory.of("L64X128MixRandom").create(seed), 0);
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

  private static String program(RandomGenerator random, int depth) {
    var text = new StringBuilder();
    int members = random.nextInt(1, 5);
    for (int i = 0; i < members; i++) {
      text.append("/** Doc { of it. */\nclass C%d%d {\n".formatted(depth, i));
      if (depth < 3 && random.nextBoolean()) {
        text.append(program(random, depth + 1));
      }
      text.append("\n  // }\n  void m%d() {\n".formatted(i));
      int statements = random.nextInt(8);
      for (int j = 0; j < statements; j++) {
        text.append("    ").append(STATEMENTS[random.nextInt(STATEMENTS.length)]).append('\n');
      }
      text.append("  }\n}\n");
    }
    return text.toString();
  }
}
