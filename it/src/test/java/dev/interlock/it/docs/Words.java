package dev.interlock.it.docs;

import java.util.LinkedHashMap;
import java.util.Map;

/// What the API page says beside what it reads off the program.
final class Words {
  private static final String ALIVE = "200 while the process answers. Asks no engine.";
  private static final String READY =
      "200 as soon as the server can answer; routes may still be measured. Asks no engine.";

  static final String HEAD =
      """
      # HTTP API

      The server listens on loopback only. It refuses a `Host` that is no loopback name and an \
      `Origin` of another site with 403. What changes state needs the admin token, as \
      `Authorization: Bearer TOKEN`; the token is in the file `admin-token` of the home. Bodies are \
      JSON of at most 16 MiB, whatever the content type says.

      The list of endpoints and the fields are made from the program, and a test compares them.
      """;

  static final Map<String, String> OF =
      Map.ofEntries(
          Map.entry("GET /livez", ALIVE),
          Map.entry("GET /healthz", ALIVE),
          Map.entry("GET /health", ALIVE),
          Map.entry("GET /health/liveliness", ALIVE),
          Map.entry("GET /health/liveness", ALIVE),
          Map.entry("GET /readyz", READY),
          Map.entry("GET /health/readiness", READY),
          Map.entry(
              "POST /api/v1/search",
              "Searches by words and by vector; takes *search*, gives *found*."),
          Map.entry(
              "GET /api/v1/files",
              "Reads lines of an indexed file as it stands on disk now: `?path=` below its root,"
                  + " `&project=` where several roots have that path, `&lines=A-B` or one line;"
                  + " gives *file*, at most 2,000 lines. 404 `gone`: it is no more on disk; 404"
                  + " `stale`: it changed so that these lines can't be given. `stale` in the"
                  + " answer: it changed since it was indexed."),
          Map.entry(
              "POST /mcp",
              "The [Model Context Protocol](../howto/give-an-agent-the-index.md) for agents, tools"
                  + " `search`, `read` and `index_status`: revisions 2024-11-05 to 2025-11-25 in a"
                  + " session, 2026-07-28 without one."),
          Map.entry("GET /mcp", "The event stream of a session, with `Mcp-Session-Id`."),
          Map.entry("DELETE /mcp", "Ends a session; 204."),
          Map.entry(
              "POST /api/v1/jobs",
              "Starts an index job on a root, or finds the one that runs there; takes *start*,"
                  + " gives 202 and `{\"job\": job}`. A refusal names its job in"
                  + " `x-interlock-job`."),
          Map.entry(
              "GET /api/v1/jobs",
              "`{\"jobs\": [job]}`, newest first; `?limit=` 1 to 1000, else 20."),
          Map.entry(
              "GET /api/v1/jobs/{id}",
              "One job with what it skipped and gave up: `job`, `failures`, `skipped`. `newest` is"
                  + " an id too."),
          Map.entry(
              "GET /api/v1/jobs/{id}/verify",
              "Recounts the rows on disk by id against the manifest; gives *verified*."),
          Map.entry("POST /api/v1/jobs/{id}/stop", "Stops a job after its present batch; 202."),
          Map.entry(
              "POST /api/v1/rows/delete",
              "Deletes rows by `path` (a glob) and, where given, `project`; the manifest stays."
                  + " Gives `{\"deleted\": n}`."),
          Map.entry(
              "GET /api/v1/gate",
              "`{\"matrix\": [row], \"unvouched\": [rest]}`: every embedding route against its"
                  + " table, and the rows that routes made since their last good check."),
          Map.entry(
              "GET /api/v1/repairs",
              "`{\"repairs\": [repair]}`: the newest 100 times that a route's check failed, with"
                  + " the rows it had made since its last good one, and what became of them."),
          Map.entry(
              "GET /api/v1/repairs/{id}",
              "`{\"repair\": repair, \"rows\": [repair row]}`: one of them with its rows by name,"
                  + " 10,000 at the most."),
          Map.entry(
              "POST /api/v1/gate/against",
              "Tries a server that is no route against a table, within 30 s; takes *against*, gives"
                  + " *trial*, also where no whole answer came. Only probes are sent, and nothing"
                  + " is kept. 409 `table_not_born`: the table has no anchors; 429: two trials run"
                  + " already."),
          Map.entry(
              "GET /api/v1/routes",
              "The route map from the live plan, with nothing sent: `{\"entries\": [entry]}`, each"
                  + " name that callers ask for with its routes; normal paths, fallbacks, and who"
                  + " may not serve and why."),
          Map.entry(
              "GET /interlock.schema.json",
              "The [JSON schema](interlock.schema.json) of the settings."),
          Map.entry(
              "GET /api/v1/tables", "Both tables: name, role, space, texts, rows with a vector."),
          Map.entry(
              "GET /api/v1/accounts",
              "`{\"accounts\": [account]}`: every cloud account with its key's presence, permits"
                  + " and money. No part of a key is ever in it."),
          Map.entry(
              "POST /api/v1/accounts/{name}/key",
              "Pushes `{\"key\": \"...\", \"models\": [\"...\"]}` to the sidecar, either alone or"
                  + " both; without a key the one that is held stays. Gives *account* once the"
                  + " sidecar has acknowledged it. 403 `plain_connection` over an unencrypted"
                  + " connection from another machine."),
          Map.entry(
              "POST /api/v1/accounts/{name}/enable",
              "Lets an account be used; takes `{\"dailyUsd\": n}`, which may be left out where a"
                  + " cap is set already. Gives *account*."),
          Map.entry(
              "POST /api/v1/accounts/{name}/disable",
              "Lets no call leave for an account; gives *account*."),
          Map.entry(
              "GET /api/v1/ledger",
              "The newest attempts, newest first; gives *ledger*. Filters, all optional: `last` (1"
                  + " to 1000, else 50), `kind`, `route`, `profile` (a profile or a role),"
                  + " `project`, `caller`, `ending`, `since` (`1h`, `7d` or an instant). Another"
                  + " filter, or a word that none can hold, is 400."),
          Map.entry(
              "GET /api/v1/ledger/{id}",
              "One request with all its attempts, by the `x-interlock-request-id` of its answer;"
                  + " gives *request*. Its state is `recorded`, or tells why there is no row:"
                  + " `open`, `noAttempt`, `lost`, `lostOrUnused`."),
          Map.entry(
              "GET /api/v1/ledger/tail",
              "Server-sent events, until the reader leaves: `attempt` with an *attempt* as it"
                  + " ends, `gap` with `{\"missed\": n}` where a slow reader missed some."),
          Map.entry(
              "POST /v1/chat/completions",
              "OpenAI's chat completions, plain and streamed, for the profiles of the file. The"
                  + " body goes out byte for byte, but for the value of `model`; the answer comes"
                  + " back as it came, once its model is checked. The headers `x-interlock-*` tell"
                  + " requested, resolved and served."),
          Map.entry(
              "POST /v1/rerank",
              "Ranks `documents` (up to 1,000 strings or objects with `text`) for a `query`, in the"
                  + " shape of Cohere and Jina, for the profiles of kind `rerank`; `top_n`,"
                  + " `return_documents`. Gives `{\"id\", \"model\", \"results\": [{\"index\","
                  + " \"relevance_score\", \"document\"?}], \"usage\"?}`, best first, scores on"
                  + " the engine's own scale. [More](../howto/rerank.md)."),
          Map.entry("POST /v2/rerank", "The same."),
          Map.entry("POST /rerank", "The same."),
          Map.entry(
              "GET /v1/models",
              "OpenAI's list of the names that may be asked for: roles and profiles."),
          Map.entry("GET /v1/models/{id}", "One of them, or 404 `model_not_found`."),
          Map.entry(
              "POST /api/v1/explain",
              "The plan for a profile, a role or a chat's body, with nothing sent; takes"
                  + " *question*, gives *plan*, for a role *role plan*."),
          Map.entry(
              "POST /v1/embeddings",
              "OpenAI's embeddings for the models `code-embedding` and `text-embedding`: `input` a"
                  + " string or up to 2,048, `encoding_format` `float` or `base64`. Token arrays"
                  + " are refused. The header `x-interlock-space` names the space; `-request-id`,"
                  + " `-requested`, `-resolved`, `-served-model`, `-served-by`, `-check`,"
                  + " `-decision` and `-attempts` say who served. A project may be named in"
                  + " `x-interlock-project`. The text goes out as it is, without the role's"
                  + " prefixes."));

  static final Map<String, String> SHAPES = shapes();

  static final String SHAPES_HEAD =
      "In a request, what may be null may be left out; in an answer `null` means not known or not"
          + " measured.\n";

  static final String FOOT =
      """
      ## Errors

      `{"error": {"message", "type", "param", "code", "interlock": {"hint"}}}`, as OpenAI's clients \
      expect it; the hint says what to do and may be absent.

      | status | means |
      |---|---|
      | 400 | the request is wrong; `param` names the field. `wrong_kind`: a chat was asked of a profile that reranks, or the reverse. `context_length_exceeded`: a text is too long for the model, and none is ever cut |
      | 401, 403 | no admin token, or a wrong one; a foreign `Host` or `Origin` |
      | 404, 405, 413 | no such path, model, job or file (`gone`, `stale`: see above); another method; a body beyond 16 MiB |
      | 429 | the engine asks to come again later; `retry-after` says when, where it said so |
      | 409 | the index does not fit the request: `index_model_mismatch` (the settings name another encoder than the table was built with), `index_not_built` (no vector yet and no job running) |
      | 502, 504 | an engine answered wrongly, or not in time; `answer_mismatch`: another model answered than the route promises |
      | 503 | nothing may serve now, with the reason of each route |
      """;

  private Words() {}

  private static Map<String, String> shapes() {
    var shapes = new LinkedHashMap<String, String>();
    shapes.put("search", "server.search.SearchBody");
    shapes.put("found", "server.search.SearchAnswer");
    shapes.put("found.hits[]", "server.search.SearchAnswer$FoundChunk");
    shapes.put("found.spaces[]", "server.search.SearchAnswer$SpaceUsed");
    shapes.put("account", "server.accounts.AccountView");
    shapes.put("file", "server.files.FileView");
    shapes.put("start", "server.api.JobsApi$StartBody");
    shapes.put("job", "server.api.JobView");
    shapes.put("job.tables[]", "server.api.JobView$Written");
    shapes.put("verified", "server.api.JobsApi$VerifyView");
    shapes.put("ledger", "server.ledger.LedgerApi$LedgerView");
    shapes.put("request", "server.ledger.LedgerApi$RequestView");
    shapes.put("attempt", "server.ledger.AttemptView");
    shapes.put("row", "server.gate.MatrixView$Row");
    shapes.put("rest", "server.gate.MatrixView$Rest");
    shapes.put("repair", "server.gate.RepairView");
    shapes.put("repair row", "server.api.RepairsApi$NamedRow");
    shapes.put("question", "server.gateway.ExplainApi$Question");
    shapes.put("plan", "server.gateway.ExplainApi$Explained");
    shapes.put("plan.candidates[]", "server.gateway.ExplainApi$Ranked");
    shapes.put("plan.excluded[]", "server.gateway.ExplainApi$Excluded");
    shapes.put("role plan", "server.routes.ExplainedRole");
    shapes.put("role plan.candidates[]", "server.routes.ExplainedRole$Ranked");
    shapes.put("role plan.excluded[]", "server.routes.ExplainedRole$Excluded");
    shapes.put("entry", "server.routes.RouteMap$Entry");
    shapes.put("entry.ways[]", "server.routes.RouteMap$Way");
    shapes.put("against", "server.api.AgainstApi$Body");
    shapes.put("trial", "server.gate.TrialView");
    shapes.put("trial.rules[]", "server.gate.TrialView$RuleView");
    return shapes;
  }
}
