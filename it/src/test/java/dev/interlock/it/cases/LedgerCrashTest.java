package dev.interlock.it.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.it.PlainHttp;
import dev.interlock.testkit.ScriptedEmbeddings;
import dev.interlock.testkit.Scripts;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A server that is ended by force while it answers.
final class LedgerCrashTest {
  private static final int CALLERS = 16;
  private static final int ANSWERS = 600;
  private static final String BODY = "{\"model\":\"code-embedding\",\"input\":\"a\"}";

  @TempDir private Path folder = Path.of("");

  @Test
  @DisplayName("B8: kill -9 under load: each whole answer has its row, or is told as lost")
  void everyWholeAnswerIsAccountedFor() throws Exception {
    try (var l1 = ScriptedEmbeddings.start(Scripts.hashing(8))) {
      var yaml = new Yaml().local("L1", l1).toString();
      Queue<String> answered;
      try (var server = ServerProcess.start(folder.resolve("home"), yaml)) {
        answered = killedUnderLoad(server);
      }
      assertThat(answered).hasSizeGreaterThanOrEqualTo(ANSWERS).doesNotHaveDuplicates();
      try (var server = ServerProcess.start(folder.resolve("home"), yaml)) {
        var states = new HashMap<String, Integer>();
        for (var id : answered) {
          var reply = server.get("/api/v1/ledger/" + id);
          assertThat(reply.status()).as(id).isEqualTo(200);
          states.merge(reply.json().path("state").asString(), 1, Integer::sum);
        }
        assertThat(states.keySet()).isSubsetOf("recorded", "lost", "lostOrUnused");
        assertThat(states.getOrDefault("recorded", 0))
            .as("only what no commit had taken may be missing: " + states)
            .isGreaterThan(ANSWERS / 2);
        var list = server.get("/api/v1/ledger?last=1").json();
        assertThat(list.path("lost").asInt() + list.path("lostOrUnused").asInt())
            .isGreaterThanOrEqualTo(answered.size() - states.getOrDefault("recorded", 0))
            .isPositive();
        assertThat(server.output()).contains("ended in the middle");
      }
    }
  }

  /// Ids of the answers that came whole before the kill.
  private static Queue<String> killedUnderLoad(ServerProcess server) throws Exception {
    var answered = new ConcurrentLinkedQueue<String>();
    var enough = new CountDownLatch(ANSWERS);
    var callers = new ArrayList<Thread>();
    try (var client = PlainHttp.client()) {
      for (int i = 0; i < CALLERS; i++) {
        callers.add(Thread.ofVirtual().start(() -> call(server.url(), client, answered, enough)));
      }
      enough.await();
      server.kill();
      for (var caller : callers) {
        caller.join();
      }
    }
    return answered;
  }

  private static void call(
      String url, HttpClient client, Queue<String> answered, CountDownLatch enough) {
    var request =
        HttpRequest.newBuilder(URI.create(url + "/v1/embeddings"))
            .POST(HttpRequest.BodyPublishers.ofString(BODY))
            .build();
    try {
      while (true) {
        var answer = client.send(request, HttpResponse.BodyHandlers.ofString());
        answered.add(answer.headers().firstValue("x-interlock-request-id").orElseThrow());
        enough.countDown();
      }
    } catch (IOException e) {
      // The server is gone: so it was meant.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
