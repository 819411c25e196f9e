package dev.interlock.app.cli;

import dev.interlock.wire.relay.CloudKey;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// `interlock accounts` with its verbs.
@Command(
    name = "accounts",
    mixinStandardHelpOptions = true,
    description = "List cloud accounts: keys, permits, money; push a key, enable or disable one.",
    subcommands = {
      AccountsCommand.Push.class,
      AccountsCommand.Enable.class,
      AccountsCommand.Disable.class
    },
    footer = {"", "Exit codes: 0 shown, 1 refused, 2 usage, 4 no server."})
final class AccountsCommand extends Asking {
  private static final String PATH = "/api/v1/accounts";

  @Override
  JsonNode ask(RemoteServer server) {
    return server.need(server.get(PATH));
  }

  @Override
  void show(Console console, JsonNode answer) {
    var all = new ArrayList<JsonNode>();
    answer.path("accounts").forEach(all::add);
    print(console, all);
  }

  private static void print(Console console, List<JsonNode> accounts) {
    var table =
        new TextTable("NAME", "KEY", "STATE", "PERMITS", "RPM", "CREDIT", "BURN/H", "RUNS OUT");
    for (var account : accounts) {
      var permits = account.path("permits");
      table.row(
          account.path("name").asString(),
          account.path("key").asString(),
          account.path("state").asString(),
          "%d/%d".formatted(permits.path("inFlight").asInt(), permits.path("effective").asInt()),
          account.path("rpm").path("enforced").asString("-"),
          Dollars.of(account.path("credit")),
          Dollars.of(account.path("burnUsdPerHour")),
          account.path("runsOutAt").asString("-"));
    }
    console.out().print(table.render(console));
    for (var account : accounts) {
      console
          .out()
          .printf(
              "%n%s: %s; credit: %s%n",
              account.path("name").asString(),
              account.path("permits").path("why").asString(),
              account.path("creditWhy").asString());
    }
  }

  /// A decision about one account.
  abstract static class Deciding implements Callable<Integer> {
    @Parameters(paramLabel = "NAME", description = "The account.")
    private String name = "";

    @Mixin private Options options = new Options();

    abstract RemoteServer.Reply decide(RemoteServer server, String path);

    @Override
    public final Integer call() {
      var console = Console.system();
      if (!name.matches("[A-Za-z][A-Za-z0-9_.-]{0,63}")) {
        throw new CommandFailure(Exit.USAGE, name + " is no name of an account");
      }
      try (var server = options.remote()) {
        var answer = server.need(decide(server, PATH + "/" + name));
        if (options.json()) {
          console.out().println(RemoteServer.pretty(answer));
        } else {
          print(console, List.of(answer));
        }
        return Exit.OK;
      }
    }
  }

  /// `interlock accounts push`.
  @Command(
      name = "push",
      mixinStandardHelpOptions = true,
      description =
          "Push a key from standard input, or change the models that may be asked for. Without a"
              + " key the one that is held stays.",
      footer = {
        "",
        "The key goes to the sidecar's memory and is written nowhere: push it again after a"
            + " restart.",
        "Example:",
        "  interlock accounts push openrouter --key-stdin < key.txt"
      })
  static final class Push extends Deciding {
    @Option(names = "--key-stdin", description = "Read the key from standard input.")
    private boolean stdin;

    @Option(
        names = "--model",
        paramLabel = "MODEL",
        description = "May be asked for; repeat it for more. Replaces those that were set.")
    private @Nullable List<String> models;

    @Option(names = "--all-models", description = "Every model may be asked for.")
    private boolean all;

    @Override
    RemoteServer.Reply decide(RemoteServer server, String path) {
      var body = new LinkedHashMap<String, Object>();
      if (all && models != null) {
        throw new CommandFailure(Exit.USAGE, "--model and --all-models can't both hold");
      }
      if (all) {
        body.put("models", List.of());
      }
      Optional.ofNullable(models).ifPresent(names -> body.put("models", names));
      if (stdin) {
        body.put("key", key(System.in));
      }
      if (body.isEmpty()) {
        throw new CommandFailure(Exit.USAGE, "push what? --key-stdin, --model or --all-models");
      }
      return server.post(path + "/key", body);
    }

    /// Line breaks at its end are an editor's.
    private static String key(InputStream in) {
      try {
        var bytes = in.readNBytes(CloudKey.LONGEST + 64);
        int end = bytes.length;
        while (end > 0 && (bytes[end - 1] == '\n' || bytes[end - 1] == '\r')) {
          end--;
        }
        var key = Arrays.copyOf(bytes, end);
        CloudKey.unfit(key)
            .ifPresent(
                why -> {
                  throw new CommandFailure(Exit.USAGE, "the key on standard input " + why);
                });
        return new String(key, StandardCharsets.US_ASCII);
      } catch (IOException e) {
        throw new CommandFailure(Exit.FAILED, "standard input can't be read: " + e.getMessage());
      }
    }
  }

  /// `interlock accounts enable`.
  @Command(
      name = "enable",
      mixinStandardHelpOptions = true,
      description = "Let an account be used, for so many dollars a day.")
  static final class Enable extends Deciding {
    @Option(
        names = "--daily-usd",
        paramLabel = "N",
        description = "What may be spent on a day; needed unless it is set already.")
    private @Nullable BigDecimal daily;

    @Override
    RemoteServer.Reply decide(RemoteServer server, String path) {
      var body = new LinkedHashMap<String, Object>();
      Optional.ofNullable(daily).ifPresent(usd -> body.put("dailyUsd", usd));
      return server.post(path + "/enable", body);
    }
  }

  /// `interlock accounts disable`.
  @Command(
      name = "disable",
      mixinStandardHelpOptions = true,
      description = "Let no call leave for an account.")
  static final class Disable extends Deciding {
    @Override
    RemoteServer.Reply decide(RemoteServer server, String path) {
      return server.post(path + "/disable", Map.of());
    }
  }
}
