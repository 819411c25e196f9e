package dev.interlock.server.ingest;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// The real git, as the oracle of ignore rules. Sees no configuration of the machine.
record Git(Path folder) {
  /// Makes a repository.
  Git init() {
    run(0, "", "init", "-q");
    return this;
  }

  /// Those of the paths, relative to the folder, that git ignores.
  Set<String> ignored(List<String> paths) {
    String answer = run(1, String.join("\0", paths), "check-ignore", "--no-index", "-z", "--stdin");
    var ignored = new TreeSet<>(Arrays.asList(answer.split("\0")));
    ignored.remove("");
    return ignored;
  }

  /// Runs a command.
  ///
  /// @param mostExit largest exit code that is no failure
  String run(int mostExit, String input, String... arguments) {
    var command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(arguments));
    var builder = new ProcessBuilder(command).directory(folder.toFile());
    var environment = builder.environment();
    environment.keySet().removeIf(key -> key.startsWith("GIT_"));
    environment.put("GIT_CONFIG_GLOBAL", "/dev/null");
    environment.put("GIT_CONFIG_SYSTEM", "/dev/null");
    environment.put("HOME", folder.toString());
    environment.put("XDG_CONFIG_HOME", folder.toString());
    try {
      // through files, since a full pipe on both sides would stand still
      Path in = Files.createTempFile("git-in", "");
      Path out = Files.createTempFile("git-out", "");
      Files.writeString(in, input, StandardCharsets.UTF_8);
      Path err = Files.createTempFile("git-err", "");
      builder.redirectInput(in.toFile()).redirectOutput(out.toFile()).redirectError(err.toFile());
      int exit = builder.start().waitFor();
      String answer = Files.readString(out, StandardCharsets.UTF_8);
      String complaint = Files.readString(err, StandardCharsets.UTF_8);
      Files.delete(in);
      Files.delete(out);
      Files.delete(err);
      if (exit > mostExit) {
        throw new AssertionError("git ends with " + exit + ": " + complaint);
      }
      return answer;
    } catch (IOException e) {
      throw new AssertionError("these tests compare with git, which must be on the path", e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
