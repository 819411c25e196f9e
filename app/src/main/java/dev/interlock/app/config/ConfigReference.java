package dev.interlock.app.config;

import java.util.List;

/// The reference page of the file's keys, made from the same list that the reader takes them from.
final class ConfigReference {
  private static final String HEAD =
      """
      # Configuration

      One file, `interlock.yaml`, in UTF-8; `./interlock check FILE` tells all its mistakes at \
      once, each with its line. Without a file the encoder that comes with the program serves \
      both embedding roles on 127.0.0.1:7070. Sizes carry their unit: `B`, `KB`, `MB`, `GB` \
      (thousands) or `KiB`, `MiB`, `GiB`; durations too: `ms`, `s`, `m`, `h`, `d`. Anchors and \
      aliases of YAML are not taken. No secret stands in the file, and nothing in it turns the \
      gate off.

      Editors take the [JSON schema](interlock.schema.json) by a first line `# \
      yaml-language-server: $schema=PATH`; a running server has it at `/interlock.schema.json`. \
      What keys mean together only `check` tells.

      Page and schema are made from the program's own list of keys; a test compares them.
      """;

  static String markdown() {
    return HEAD
        + part("The file", "", Shape.TOP)
        + part("`server`", "", Shape.SERVER)
        + part("`index`", "", Shape.INDEX)
        + part("`ledger`", "", Shape.LEDGER)
        + part("`alarms`", "", Shape.ALARMS)
        + part(
            "`hosts`",
            "A section per host under a name of yours, which begins with a letter and holds"
                + " letters, digits, `-`, `_` and `.`.",
            Shape.HOST)
        + part(
            "`hosts.NAME.limits`",
            "Times carry their unit: `ms`, `s`, `m`, `h`.",
            Shape.HOST_LIMITS)
        + part(
            "`accounts`",
            "A section per cloud account under a name of yours. `openrouter` is there without one."
                + " The key is pushed (`./interlock accounts push NAME --key-stdin`), or lies where"
                + " `key` says; it never stands in this file.",
            Shape.ACCOUNT)
        + part(
            "`routes`",
            "A section per route under a name of yours; `embedded` is built in, and so are the"
                + " default routes of roles.",
            Shape.ROUTE)
        + part("`routes.NAME.price`", "", Shape.PRICE)
        + part(
            "`roles`: `code-embedding`, `text-embedding`",
            "A section per role, which is the only place of a policy. A role that is not named has"
                + " no route. Where there is no `roles` at all, the embedding roles are served by"
                + " the encoder that comes with the program, and the others by the account"
                + " `openrouter`, once a key was pushed to it: "
                + DefaultRoutes.words()
                + ".",
            Shape.ROLE)
        + part(
            "`roles`: `rerank`, `code-assistant`",
            "Callers ask for them as for a profile, by these names. `aggregate` is `backup` here:"
                + " local routes first, then the cloud.",
            Shape.CALL_ROLE)
        + part("`roles`: `rlm`", "", Shape.RLM_ROLE)
        + part(
            "`profiles`",
            "A section per profile under a name of yours, which callers ask for as `model`. No name"
                + " of a role may be taken. Times carry their unit: `ms`, `s`, `m`, `h`.",
            Shape.PROFILE)
        + part("`profiles.NAME.tiers`", "", Shape.TIER)
        + part("`profiles.NAME.limits`", "", Shape.LIMITS);
  }

  private static String part(String title, String note, List<Key> keys) {
    var text = new StringBuilder("\n## ").append(title).append("\n\n");
    if (!note.isEmpty()) {
      text.append(note).append("\n\n");
    }
    text.append("| key | value | without it | meaning |\n|---|---|---|---|\n");
    for (Key key : keys) {
      text.append(
          "| `%s` | %s | %s | %s |\n"
              .formatted(key.name(), key.type(), key.fallback(), key.meaning()));
    }
    return text.toString();
  }

  private ConfigReference() {}
}
