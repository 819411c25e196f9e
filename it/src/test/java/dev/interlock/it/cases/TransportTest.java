package dev.interlock.it.cases;

import static dev.interlock.it.cases.ChatCasesTest.always;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.testkit.ChatReply;
import dev.interlock.testkit.Chats;
import dev.interlock.testkit.ScriptedChat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Where the kernel or a container forbids io_uring.
@EnabledOnOs(OS.LINUX)
final class TransportTest {
  @TempDir private Path folder = Path.of("");

  @Test
  @DisplayName("B1: without a native transport the server serves over the JDK's own sockets")
  void jdkSocketsServe() throws IOException {
    try (var l1 = ScriptedChat.start(always(ChatReply.json(200, Chats.plain("m", "hello"))));
        var server =
            ServerProcess.start(
                folder.resolve("home"),
                new ChatYaml().local("L1", l1).toString(),
                "-Dio.netty.transport.noNative=true")) {
      var message = Map.of("role", "user", "content", "hi");
      var answer =
          server.post(
              "/v1/chat/completions", Map.of("model", "coder", "messages", List.of(message)));

      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.json().at("/choices/0/message/content").asString()).isEqualTo("hello");
      assertThat(opened(server.pid()))
          .contains("anon_inode:[eventpoll]")
          .doesNotContain("anon_inode:[io_uring]");
    }
  }

  /// What the process has open.
  private static List<String> opened(long pid) throws IOException {
    try (var open = Files.list(Path.of("/proc/" + pid + "/fd"))) {
      return open.map(TransportTest::target).toList();
    }
  }

  /// One that is closed meanwhile leads nowhere.
  private static String target(Path link) {
    try {
      return Files.readSymbolicLink(link).toString();
    } catch (IOException closed) {
      return "";
    }
  }
}
