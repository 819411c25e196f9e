import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;

/// Formats (`fix`) or checks (`check`) every Java source below the current folder, in one run of
/// google-java-format. The system property `gjf.jar` names its jar.
void main(String[] args) throws Exception {
  var command =
      new ArrayList<>(
          List.of(
              ProcessHandle.current().info().command().orElseThrow(),
              "-XX:+UseSerialGC",
              "-XX:TieredStopAtLevel=1",
              "-jar",
              System.getProperty("gjf.jar")));
  switch (args[0]) {
    case "fix" -> command.add("--replace");
    case "check" -> command.addAll(List.of("--dry-run", "--set-exit-if-changed"));
    default -> throw new IllegalArgumentException("fix or check, not " + args[0]);
  }
  command.addAll(sources());
  int status = new ProcessBuilder(command).inheritIO().start().waitFor();
  if (status != 0) {
    System.err.println("not formatted; mend it with: mvn -N validate -Dformat.mode=fix");
  }
  System.exit(status);
}

List<String> sources() throws IOException {
  var sources = new ArrayList<String>();
  Files.walkFileTree(
      Path.of(""),
      new SimpleFileVisitor<>() {
        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
          var name = String.valueOf(folder.getFileName());
          boolean ours = !name.equals("target") && !name.equals("dist") && !name.startsWith(".");
          return ours || name.isEmpty() ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
          if (file.toString().endsWith(".java")) {
            sources.add(file.toString());
          }
          return FileVisitResult.CONTINUE;
        }
      });
  return sources;
}
