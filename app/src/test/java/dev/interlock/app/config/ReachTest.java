package dev.interlock.app.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.runtime.upstream.Offered;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReachTest {
  private static final Loaded.Ok FILE =
      (Loaded.Ok)
          ConfigReader.parse(
              """
              hosts:
                a: {url: "http://a"}
                b: {url: "http://b"}
              routes:
                one: {host: a, model: m, accept: [m2]}
                two: {host: b, model: n}
              roles:
                code-embedding: {routes: [one, two]}
                text-embedding: {routes: [embedded]}
              """);

  private static List<String> warnings(Offered a, Offered b) {
    return Reach.warnings(FILE, Map.of("a", a, "b", b)).stream().map(w -> w.render("f")).toList();
  }

  private static Offered names(String... names) {
    return new Offered.Names(List.of(names));
  }

  @Test
  void offeredModelsAreSilentInAnyAcceptedSpelling() {
    assertThat(warnings(names("m"), names("x", "n"))).isEmpty();
    assertThat(warnings(names("m2"), new Offered.Unlisted(404, "b answered 404"))).isEmpty();
  }

  @Test
  void whatCantBeReachedIsSaidAtTheHost() {
    assertThat(warnings(new Offered.Unreachable("a:80: connection refused"), names("n")))
        .containsExactly("f:2: hosts.a: can't be reached from here: a:80: connection refused");
  }

  @Test
  void aHostThatWantsAKeyIsSaid() {
    assertThat(warnings(names("m"), new Offered.Unlisted(401, "b:80 answered 401; it wants a key")))
        .containsExactly("f:3: hosts.b: refuses to be asked: b:80 answered 401; it wants a key");
  }

  @Test
  void enginesThatTakeAnyNameAndOllamasTagAreNotMistaken() {
    var file =
        (Loaded.Ok)
            ConfigReader.parse(
                """
                hosts:
                  a: {url: "http://a", dialect: llamacpp}
                  b: {url: "http://b", dialect: ollama}
                routes:
                  one: {host: a, model: any}
                  two: {host: b, model: n}
                  three: {host: b, model: o}
                roles:
                  code-embedding: {routes: [one, two, three]}
                  text-embedding: {routes: [embedded]}
                """);
    var offered = Map.of("a", names("m.gguf"), "b", names("n:latest", "o:7b"));
    assertThat(Reach.warnings(file, offered))
        .singleElement()
        .satisfies(w -> assertThat(w.key()).isEqualTo("routes.three"));
  }

  @Test
  void aModelThatIsNotOfferedIsSaidAtTheRouteWithTheNames() {
    assertThat(warnings(names("x", "y"), names()))
        .containsExactly(
            "f:5: routes.one: a does not offer m; it offers x, y",
            "f:6: routes.two: b does not offer n; it offers nothing");
    var many = IntStream.range(0, 20).mapToObj(i -> "x" + i).toArray(String[]::new);
    assertThat(warnings(names(many), names("n")))
        .singleElement()
        .asString()
        .endsWith("x11 and 8 more");
  }
}
