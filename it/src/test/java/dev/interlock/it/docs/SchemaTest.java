package dev.interlock.it.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.interlock.app.config.Config;
import dev.interlock.app.config.ConfigSchema;
import dev.interlock.app.config.Loaded;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The JSON schema of the settings, by a validator that nobody here wrote: it takes what `check`
/// takes and refuses what a schema can see.
final class SchemaTest {
  private static final Schema SCHEMA =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
          .getSchema(new String(ConfigSchema.json(), StandardCharsets.UTF_8));
  private static final Pattern MODELINE =
      Pattern.compile("# yaml-language-server: \\$schema=(\\S+)");

  @TempDir private Path folder = Path.of("");

  private static List<Error> errors(String yaml) {
    return SCHEMA.validate(yaml, InputFormat.YAML);
  }

  private boolean good(String yaml) throws IOException {
    var file = Files.writeString(folder.resolve("interlock.yaml"), yaml);
    return Config.load(file) instanceof Loaded.Ok;
  }

  private static Path root() {
    var here = Path.of(System.getProperty("basedir", "")).toAbsolutePath().normalize();
    while (!Files.exists(here.resolve("LICENSE"))) {
      here = here.resolve("..").normalize();
    }
    return here;
  }

  static Stream<Path> examples() throws IOException {
    try (var all = Files.walk(root().resolve("examples"))) {
      return all.filter(p -> p.toString().endsWith(".yaml")).toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("examples")
  void examplesPassAndNameTheSchemaForEditors(Path example) throws IOException {
    var text = Files.readString(example);
    assertThat(errors(text)).isEmpty();
    var modeline = MODELINE.matcher(text.lines().findFirst().orElse(""));
    assertThat(modeline.matches()).as("the first line of %s names the schema", example).isTrue();
    assertThat(example.resolveSibling(modeline.group(1)).normalize())
        .isEqualTo(root().resolve("docs/reference/interlock.schema.json"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "server:\nindex:\nhosts:\nroutes:\nroles:",
        "server: {port: 0, host: '::1'}",
        "server: {host: 127.200.3.4}",
        "index: {maxFileBytes: 2.5 MiB, defaultExcludes: false}",
        "hosts: {a: {url: 'http://[fd00::1]:80/v1/', cloud: false, dialect: openai}}",
        "hosts: {a: {url: 'http://a', dialect: ollama, chat: native}}",
        "hosts: {a: {url: 'http://a', key: '${env:A_KEY2}'}}",
        "hosts: {a: {url: 'http://a', key: '${file:keys/a key}'}}",
        "profiles:",
        "accounts:",
        "accounts: {a: {kind: openai, dailyUsd: 0.5, balanceUsd: 10, key: '${env:A_KEY}'}}",
        "routes: {r: {account: openrouter, model: m}}",
        "hosts: {a: {url: 'http://a'}}\nroutes: {r: {host: a, model: m}}\nprofiles: {p: {kind:"
            + " generate, tiers: [{routes: [r]}], timeout: 30 s, limits: {total: 1m}}}",
        "hosts: {a: {url: 'HTTP://a'}}\nroutes: {r: {host: a, model: m, accept: [], pin: p}}",
        "roles: {code-embedding: {routes: [embedded], dimension: 384, queryPrefix: ''}}"
      })
  void whatCheckTakesTheSchemaTakes(String yaml) throws IOException {
    assertThat(good(yaml)).isTrue();
    assertThat(errors(yaml)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "just words",
        "[server]",
        "servers: {}",
        "server: {prot: 1}",
        "server: {port: 65536}",
        "server: {port: -1}",
        "server: {port: '80'}",
        "server: {port: }",
        "server: {port: 1.5}",
        "server: {host: 0.0.0.0}",
        "server: {host: 127.0.0.1.example.org}",
        "server: {host: 1}",
        "server: [1]",
        "index: {maxFileBytes: 10}",
        "index: {maxFileBytes: 10mb}",
        "index: {defaultExcludes: yes}",
        "ledger: {keep: 30}",
        "ledger: {keep: 1 day}",
        "hosts: {gpu: {}}",
        "hosts: {gpu: }",
        "hosts: {gpu: {url: 'ftp://a'}}",
        "hosts: {gpu: {url: 'http://a b'}}",
        "hosts: {gpu: {url: 'http://u:p@a'}}",
        "hosts: {gpu: {url: 'http://a?b=c'}}",
        "hosts: {gpu: {url: 'http://a', dialect: opneai}}",
        "hosts: {gpu: {url: 'http://a', dialect: ollama, chat: nativ}}",
        "hosts: {gpu: {url: 'http://a', cloud: 1}}",
        "hosts: {gpu: {url: 'http://a', apiKey: k}}",
        "hosts: {gpu: {url: 'http://a', key: sk-1}}",
        "hosts: {gpu: {url: 'http://a', key: 'Bearer ${env:A}'}}",
        "hosts: {gpu: {url: 'http://a', key: '${env:1A}'}}",
        "hosts: {gpu: {url: 'http://a', key: '${file:}'}}",
        "hosts: {gpu: {url: 'http://a', key: }}",
        "hosts: {1gpu: {url: 'http://a'}}",
        "hosts: {a: {url: 'http://a'}}\nroutes: {r: {model: m}}",
        "hosts: {a: {url: 'http://a'}}\nroutes: {r: {host: a}}",
        "hosts: {a: {url: 'http://a'}}\nroutes: {r: {host: a, model: ' '}}",
        "hosts: {a: {url: 'http://a'}}\nroutes: {r: {host: a, model: 1}}",
        "hosts: {a: {url: 'http://a'}}\nroutes: {r: {host: a, model: m, maxTokens: 0}}",
        "hosts: {a: {url: 'http://a'}}\nroutes: {r: {host: a, model: m, maxBatch: 2049}}",
        "hosts: {a: {url: 'http://a'}}\nroutes: {r: {host: a, model: m, accept: x}}",
        "hosts: {a: {url: 'http://a'}}\nroutes: {embedded: {host: a, model: m}}",
        "roles: {code-embedding: }",
        "roles: {code-embedding: {routes: []}}",
        "roles: {code-embedding: {routes: embedded}}",
        "roles: {code-embedding: {routes: [embedded, embedded]}}",
        "roles: {code-embedding: {routes: [embedded], policy: bakup}}",
        "roles: {code-embedding: {routes: [embedded], dimension: 0}}",
        "roles: {code-embedding: {routes: [embedded], queryPrefix: 1}}",
        "roles: {embeddings: {routes: [embedded]}}",
        "profiles: {p: {tiers: [{routes: [r]}]}}",
        "profiles: {p: {kind: generate, tiers: []}}",
        "profiles: {p: {kind: generate, tiers: [{}]}}",
        "profiles: {rlm: {kind: generate, tiers: [{routes: [r]}]}}",
        "profiles: {p: {kind: generate, tiers: [{routes: [r]}], attempts: 11}}",
        "profiles: {p: {kind: generate, tiers: [{routes: [r]}], limits: {total: 5}}}",
        "profiles: {p: {kind: generate, tiers: [{routes: [r]}], delivery: slowly}}"
      })
  void whatIsWrongFailsBoth(String yaml) throws IOException {
    assertThat(good(yaml)).isFalse();
    assertThat(errors(yaml)).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "accounts: {a: {}}",
        "accounts: {a: {kind: gemini}}",
        "accounts: {a: {kind: openai, dailyUsd: -1}}",
        "accounts: {a: {kind: openai, dailyUsd: '1'}}",
        "accounts: {a: {kind: openai, permits: 257}}",
        "accounts: {a: {kind: openai, key: sk-1}}",
        "hosts: {a: {url: 'http://a'}}\nroutes: {r: {host: a, account: openrouter, model: m}}"
      })
  void whatIsWrongWithAnAccountFailsBoth(String yaml) throws IOException {
    whatIsWrongFailsBoth(yaml);
  }

  @Test
  void everyKeySaysWhatItIs() {
    assertThat(new String(ConfigSchema.json(), StandardCharsets.UTF_8))
        .contains("\"description\" : \"Tokens of the longest text")
        .contains("\"default\" : 7070", "\"default\" : \"10MB\"", "\"default\" : false");
  }
}
