package dev.interlock.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The script `./interlock`, run for real with a JDK and a Maven that are a few lines of shell.
class LauncherTest {
  @TempDir Path folder;

  private FakeClone clone;

  @BeforeEach
  void makeClone() throws Exception {
    clone = new FakeClone(folder.toRealPath());
  }

  @Nested
  class FindingAJdk {
    @BeforeEach
    void maven() throws Exception {
      clone.withMaven();
    }

    @Test
    void noneIsSaidWithTheWaysToGetOne() throws Exception {
      clone.jdk("jdk-17", "17.0.15");
      clone.jdk("jdk-26", "26");
      clone.jdk("jdk-250", "250.1");
      var ended = clone.run("up");
      assertThat(ended.status()).isEqualTo(2);
      assertThat(ended.err())
          .contains("a JDK 25 is needed", "apt install", "brew install", "INTERLOCK_JAVA_HOME");
      assertThat(clone.mavenCalls()).isEmpty();
    }

    @Test
    void usualPlacesAreSearchedByTheReleaseFile() throws Exception {
      clone.jdk("a-17", "17.0.15");
      clone.jdk("b-25", "25");
      assertThat(clone.run("search").status()).isZero();
    }

    @Test
    void runtimeWithoutACompilerIsNoJdk() throws Exception {
      Files.delete(clone.jdk("jre-25", "25.0.1").resolve("bin/javac"));
      assertThat(clone.run("search").status()).isEqualTo(2);
    }

    @Test
    void macLayoutIsFound() throws Exception {
      clone.jdk("temurin-25.jdk/Contents/Home", "25.0.3");
      assertThat(clone.run("search").status()).isZero();
    }

    @Test
    void javaHomeCountsOnlyIfItIs25() throws Exception {
      var old = clone.jdk("../elsewhere-17", "17.0.15").toString();
      var right = clone.jdk("../elsewhere-25", "25.0.3").toString();
      assertThat(clone.run(Map.of("JAVA_HOME", old), "search").status()).isEqualTo(2);
      assertThat(clone.run(Map.of("JAVA_HOME", right), "search").status()).isZero();
    }

    @Test
    void namedHomeThatIsNo25IsSaidAndNotPassedOver() throws Exception {
      clone.withJdk();
      var ended = clone.run(Map.of("INTERLOCK_JAVA_HOME", "/nowhere"), "search");
      assertThat(ended.status()).isEqualTo(2);
      assertThat(ended.err()).contains("INTERLOCK_JAVA_HOME is no JDK 25: /nowhere");
    }

    @Test
    void javaOnThePathIsFollowedToItsHome() throws Exception {
      var home = clone.jdk("../odd place/25", "25.0.3");
      Files.createSymbolicLink(clone.bin.resolve("java"), home.resolve("bin/java"));
      assertThat(clone.run("search").status()).isZero();
    }
  }

  @Nested
  class Building {
    @BeforeEach
    void tools() throws Exception {
      clone.withMaven().withJdk();
    }

    @Test
    void withoutMavenSaysSo() throws Exception {
      Files.delete(clone.bin.resolve("mvn"));
      var ended = clone.run("up");
      assertThat(ended.status()).isEqualTo(2);
      assertThat(ended.err()).contains("Maven 3.8 or newer is needed");
      assertThat(clone.distFiles()).isEmpty();
    }

    @Test
    void secondStartCallsNoMaven() throws Exception {
      assertThat(clone.run("search").err()).contains("first start: building");
      var second = clone.run("search");
      assertThat(second.err()).isEmpty();
      assertThat(clone.mavenCalls())
          .singleElement()
          .asString()
          .contains("-pl app -am package", "on " + clone.jdks.resolve("jdk-25"));
    }

    @Test
    void changedNewAndDeletedSourcesAreSeen() throws Exception {
      clone.run("search");
      clone.source("app/src/main/java/A.java", "class A { }");
      assertThat(clone.run("search").err()).contains("sources changed: building");
      clone.source("app/src/main/resources/x.txt", "");
      clone.run("search");
      Files.delete(clone.root.resolve("app/src/main/resources/x.txt"));
      clone.run("search");
      assertThat(clone.mavenCalls()).hasSize(4);
    }

    @Test
    void testsAndModulesThatAreNotShippedDoNotCount() throws Exception {
      clone.run("search");
      clone.source("app/src/test/java/ATest.java", "class ATest {}");
      clone.source("it/src/main/java/B.java", "class B { }");
      clone.run("search");
      assertThat(clone.mavenCalls()).hasSize(1);
    }

    @Test
    void failedBuildShowsItsEndAndLeavesNothingHalf() throws Exception {
      var ended = clone.run(Map.of("FAKE_BROKEN", "yes"), "up");
      assertThat(ended.status()).isEqualTo(1);
      assertThat(ended.err()).contains("the build failed", "no such symbol");
      assertThat(ended.out()).isEmpty();
      assertThat(clone.distFiles()).isEmpty();
      assertThat(clone.run("search").status()).isZero();
    }

    @Test
    void failedRebuildKeepsTheOldProgramButDoesNotRunIt() throws Exception {
      clone.run("search");
      var before = clone.distFiles();
      clone.source("app/src/main/java/A.java", "class A { int broken }");
      assertThat(clone.run(Map.of("FAKE_BROKEN", "yes"), "search").status()).isEqualTo(1);
      assertThat(clone.distFiles()).isEqualTo(before);
    }

    @Test
    void startsAtOnceBuildOnce() throws Exception {
      buildsOnce();
    }

    @Test
    void startsAtOnceBuildOnceWithFlock() throws Exception {
      clone.tool("flock");
      buildsOnce();
    }

    private void buildsOnce() throws Exception {
      var started = new ArrayList<FakeClone.Started>();
      for (int i = 0; i < 3; i++) {
        started.add(
            clone.start(clone.root.resolve("interlock"), Map.of("FAKE_SLOW", "yes"), "search"));
      }
      for (var one : started) {
        assertThat(FakeClone.ended(one).status()).isZero();
      }
      assertThat(clone.mavenCalls()).hasSize(1);
    }

    @Test
    void archivesAreMadeOnceAndUsedByKind() throws Exception {
      clone.run(Map.of("FAKE_TRAIN", "yes"), "search");
      assertThat(clone.distFiles())
          .containsExactly("client.jsa", "lib/interlock.jar", "server.jsa", "stamp", "trained");
      assertThat(clone.run("up").out()).contains("-XX:SharedArchiveFile=", "server.jsa");
      assertThat(clone.run("search").out()).contains("-XX:SharedArchiveFile=", "client.jsa");
    }

    @Test
    void programThatCannotTrainStartsWithoutArchive() throws Exception {
      assertThat(clone.run("up").out()).doesNotContain("SharedArchiveFile");
      assertThat(clone.distFiles()).containsExactly("lib/interlock.jar", "stamp", "trained");
    }

    @Test
    void anotherJdkMakesItsOwnArchives() throws Exception {
      clone.run(Map.of("FAKE_TRAIN", "yes"), "search");
      clone.jdk("jdk-25", "25.0.9");
      var ended = clone.run("search");
      assertThat(ended.err()).contains("teaching it to start fast").doesNotContain("building");
      assertThat(ended.out()).doesNotContain("SharedArchiveFile");
    }
  }

  @Nested
  class Starting {
    @BeforeEach
    void built() throws Exception {
      clone.withMaven().withJdk();
    }

    @Test
    void argumentsInputAndStatusPassThrough() throws Exception {
      var ended = clone.run(Map.of("FAKE_EXIT", "3"), "search", "two words", "", "*");
      assertThat(ended.out()).endsWith("interlock.jar][search][two words][][*]<typed>");
      assertThat(ended.status()).isEqualTo(3);
      assertThat(clone.mavenCalls()).as("Maven must not read the program's input").hasSize(1);
    }

    @Test
    void onlyServersGetTheVectorModule() throws Exception {
      for (var line :
          List.of(
              List.of("up"),
              List.of("server", "--port", "0"),
              List.of("--home", "search", "up"),
              List.of("--home=x", "server"))) {
        assertThat(clone.run(line.toArray(String[]::new)).out())
            .as("%s", line)
            .contains("[jdk.incubator.vector]")
            .doesNotContain("TieredStopAtLevel");
      }
      for (var line :
          List.of(
              List.<String>of(),
              List.of("search", "up"),
              List.of("--home", "up", "search"),
              List.of("--home"))) {
        assertThat(clone.run(line.toArray(String[]::new)).out())
            .as("%s", line)
            .contains("TieredStopAtLevel")
            .doesNotContain("jdk.incubator.vector");
      }
    }

    @Test
    void symbolicLinksAreFollowedFromAnyFolder() throws Exception {
      var first = Files.createSymbolicLink(folder.resolve("il"), Path.of("a clone/interlock"));
      var second = Files.createSymbolicLink(clone.bin.resolve("il"), first);
      var ended = FakeClone.ended(clone.start(second, Map.of(), "search"));
      assertThat(ended.out()).contains("/a clone/dist/lib/interlock.jar][search]");
    }

    @Test
    void ownFlagsComeAfterOurs() throws Exception {
      assertThat(clone.run(Map.of("INTERLOCK_JAVA_OPTS", "-Xmx1g -Da=b"), "up").out())
          .contains("-Xmx512m")
          .containsPattern("Xmx512m.*\\[-Xmx1g]\\[-Da=b]\\[-jar]");
    }
  }
}
