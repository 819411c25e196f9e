import java.nio.file.*;
import java.util.*;

/** Formats (fix) or checks (check) every Java source below the current folder. */
void main(String[] args) throws Exception {
  var jar = System.getProperty("gjf.jar");
  var files = new ArrayList<String>();
  try (var s = Files.walk(Path.of("."))) {
    s.filter(p -> p.toString().endsWith(".java") && !p.toString().contains("/target/") && !p.startsWith("./build"))
        .forEach(p -> files.add(p.toString()));
  }
  var cmd = new ArrayList<String>(List.of(ProcessHandle.current().info().command().orElseThrow(),
      "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-jar", jar));
  cmd.addAll(args[0].equals("fix") ? List.of("--replace") : List.of("--dry-run", "--set-exit-if-changed"));
  cmd.addAll(files);
  int rc = new ProcessBuilder(cmd).inheritIO().start().waitFor();
  if (rc != 0) System.err.println("not formatted: run  mvn -N validate -Dformat.mode=fix");
  System.exit(rc);
}
