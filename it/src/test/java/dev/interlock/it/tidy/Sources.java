package dev.interlock.it.tidy;

import com.sun.source.util.JavacTask;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/// The Java of this repository.
final class Sources {
  private Sources() {}

  /// The repository's root, wherever the tests are started.
  static Path root() {
    var here = Path.of(System.getProperty("basedir", "")).toAbsolutePath().normalize();
    while (!Files.exists(here.resolve("LICENSE"))) {
      here = here.resolve("..").normalize();
    }
    return here;
  }

  /// All files below `src/main/java` and `src/test/java` of all modules, by path.
  static List<Source> all() {
    var files = new ArrayList<JavaFileObject>();
    for (var path : below(root())) {
      files.add(new InMemory(relative(path), read(path)));
    }
    return parse(files);
  }

  /// One file that is not there, for the tests of the rules.
  static Source planted(String path, String text) {
    return parse(List.of(new InMemory(path, text))).getFirst();
  }

  private static List<Path> below(Path root) {
    try (Stream<Path> modules = Files.list(root)) {
      return modules
          .flatMap(module -> Stream.of("src/main/java", "src/test/java").map(module::resolve))
          .filter(Files::isDirectory)
          .flatMap(Sources::javaFiles)
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stream<Path> javaFiles(Path folder) {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(path -> path.toString().endsWith(".java")).toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String relative(Path path) {
    return root().relativize(path).toString().replace('\\', '/');
  }

  static String read(Path path) {
    try {
      return Files.readString(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Source> parse(List<JavaFileObject> files) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (var manager = compiler.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8)) {
      var task =
          (JavacTask) compiler.getTask(null, manager, _ -> {}, List.of("-proc:none"), null, files);
      var positions = Trees.instance(task).getSourcePositions();
      var sources = new ArrayList<Source>();
      for (var unit : task.parse()) {
        var file = unit.getSourceFile();
        var path = file.toUri().getPath().substring(1);
        sources.add(new Source(path, file.getCharContent(true).toString(), unit, positions));
      }
      return sources;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// A source as the compiler reads it.
  private static final class InMemory extends SimpleJavaFileObject {
    private final String text;

    InMemory(String path, String text) {
      super(URI.create("string:///" + path), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }
}
