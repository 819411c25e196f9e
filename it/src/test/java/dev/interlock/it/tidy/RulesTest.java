package dev.interlock.it.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Every rule finds what it is there for.
final class RulesTest {
  private static final String MAIN = "server/src/main/java/dev/interlock/server/jobs/Planted.java";
  private static final String TEST = "server/src/test/java/dev/interlock/server/jobs/Planted.java";

  private static List<String> rules(String path, String body) {
    return Tidy.check(Sources.planted(path, "class Planted {\n" + body + "\n}\n")).stream()
        .map(Finding::rule)
        .distinct()
        .toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          clock         | long a = System.nanoTime();
          clock         | long a = java.lang.System.currentTimeMillis();
          clock         | Supplier<Instant> a = Instant::now;
          clock         | Date a = new Date();
          random        | Random a = new Random(7);
          random        | Random a = new java.util.Random();
          random        | String a = UUID.randomUUID().toString();
          random        | int a = ThreadLocalRandom.current().nextInt();
          sleep         | void a() { Thread.sleep(10); }
          threads       | Executor a = Executors.newFixedThreadPool(2);
          threads       | void a() { new Thread(() -> {}).start(); }
          threads       | long a = List.of(1).parallelStream().count();
          files         | boolean a = Files.exists(path);
          files         | Object a = new java.io.FileInputStream(path);
          network       | Object a = HttpClient.newHttpClient();
          environment   | String a = System.getenv("HOME");
          print         | void a() { System.out.println(); }
          print         | void a() { IO.println(1); }
          charset       | byte[] a = "text".getBytes();
          locale        | String a = "text".toLowerCase();
          locale        | String a = "%.4f".formatted(1.5);
          locale        | String a = String.format("%,d", 1000);
          serialisation | Object a = new ObjectInputStream(in);
          default       | int a = switch (b) { case FIRST -> 1; default -> 2; };
          default       | int a = switch (b) { case Left l -> 1; case null, default -> 2; };
          default       | void a() { switch (b) { case FIRST: break; default: break; } }
          disabled      | @Disabled void a() {}
          parameters    | void a(int b, int c, int d, int e, int f) {}
          """)
  void plantedLineIsFound(String rule, String line) {
    assertThat(rules(MAIN, line)).containsExactly(rule);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          byte[] a = "text".getBytes(UTF_8);
          String a = "TEXT".toLowerCase(Locale.ROOT);
          String a = "%d of %s".formatted(1, 2);
          String a = String.format(Locale.ROOT, "%.4f", 1.5);
          int a = switch (b) { case "word" -> 1; default -> 2; };
          int a = switch (b) { case 'c', 'd' -> 1; default -> 2; };
          int a = switch (b) { case FIRST -> 1; case SECOND -> 2; };
          String a = "System.nanoTime() and Thread.sleep(1)";
          Object a = MyFiles.exists();
          record R(int a, int b, int c, int d, int e) { R { check(a); } }
          """)
  void goodLineIsLeftAlone(String line) {
    assertThat(rules(MAIN, line)).isEmpty();
  }

  @Test
  void testsMayUseFilesAndThreadsButNoClock() {
    assertThat(rules(TEST, "Object a = Files.list(Executors.newCachedThreadPool());")).isEmpty();
    assertThat(rules(TEST, "long a = System.nanoTime();")).containsExactly("clock");
  }

  @Test
  void benchMayMeasureAndPrintButNotDrawUnseeded() {
    var bench = "bench/src/main/java/dev/interlock/bench/Planted.java";

    assertThat(rules(bench, "void a() { System.out.println(System.nanoTime()); }")).isEmpty();
    assertThat(rules(bench, "Random a = new Random();")).containsExactly("random");
  }

  @Test
  void unfinishedWorkIsFoundInCommentsToo() {
    assertThat(rules(MAIN, "// TO" + "DO: later")).containsExactly("unfinished");
  }

  @Test
  void testThatSurefireWouldNotRunIsFound() {
    assertThat(rules(TEST, "@Test void works() {}")).containsExactly("test-name");
    assertThat(rules(TEST.replace("Planted", "PlantedTest"), "@Test void works() {}")).isEmpty();
  }

  @Test
  void parameterisedTestMayHaveManyColumns() {
    var method = " void a(int b, int c, int d, int e, int f) {}";

    assertThat(rules(TEST.replace("Planted", "PlantedTest"), "@ParameterizedTest" + method))
        .isEmpty();
    assertThat(rules(TEST.replace("Planted", "PlantedTest"), method)).containsExactly("parameters");
  }

  @Test
  void contractNeedsNoNameOfATest() {
    var contract = Sources.planted(TEST, "abstract class Planted { @Test void works() {} }");

    assertThat(Tidy.check(contract)).isEmpty();
  }

  @Test
  void floatingMoneyIsFound() {
    var path = MAIN.replace("server/jobs", "core/budget");

    assertThat(rules(path, "double dollars;")).containsExactly("money");
    assertThat(rules(MAIN, "double cosine;")).isEmpty();
  }

  @Test
  void lengthsAreFound() {
    assertThat(rules(MAIN, "void a() {\n" + "b();\n".repeat(70) + "}"))
        .containsExactly("method-length");
    assertThat(rules(MAIN, "int a;\n".repeat(500))).containsExactly("file-length");
    assertThat(rules(TEST, "int a;\n".repeat(500))).isEmpty();
    assertThat(rules(TEST, "int a;\n".repeat(700))).containsExactly("file-length");
    assertThat(rules(MAIN, "int a" + "a".repeat(100) + ";")).containsExactly("line-length");
  }

  @Test
  void tracesOfAMachineAreFound() {
    assertThat(Traces.in("docs/a.md", "see /wo" + "rk/main and /ho" + "me/ada/src/")).hasSize(1);
    assertThat(Traces.in("pom.xml", "<url>https://nex" + "us.example/x</url>")).hasSize(1);
    assertThat(Traces.in("docs/a.md", "in target/work/ and https://example.org")).isEmpty();
  }

  @Test
  void exceptionsAreNeitherTooFewNorTooMany() {
    var clock = new Finding("clock", "app/A.java", 3, "System.nanoTime");
    var wide = new Finding("line-length", "app/A.java", 9, "120 characters");
    var exceptions = new Exceptions("clock app/A.java it waits", "line-length app/A.java 1");

    assertThat(exceptions.complaints(List.of(clock, wide))).isEmpty();
    assertThat(exceptions.complaints(List.of(clock, wide, wide))).hasSize(1);
    assertThat(exceptions.complaints(List.of(clock)))
        .containsExactly("baseline.txt may shrink: line-length app/A.java 0, not 1");
    assertThat(exceptions.complaints(List.of(wide)))
        .containsExactly("allowed.txt has a line too many: clock app/A.java");
  }
}
