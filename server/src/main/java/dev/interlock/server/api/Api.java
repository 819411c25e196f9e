package dev.interlock.server.api;

import dev.interlock.core.space.Space;
import dev.interlock.core.table.TableName;
import dev.interlock.index.table.Tables;
import dev.interlock.runtime.egress.Clerk;
import dev.interlock.runtime.gate.Gatekeeper;
import dev.interlock.runtime.gate.Trial;
import dev.interlock.server.accounts.AccountsApi;
import dev.interlock.server.embeddings.EmbeddingsEndpoint;
import dev.interlock.server.files.FileService;
import dev.interlock.server.gate.MatrixView;
import dev.interlock.server.gateway.ChatGateway;
import dev.interlock.server.gateway.ExplainApi;
import dev.interlock.server.gateway.ModelsApi;
import dev.interlock.server.http.Answer;
import dev.interlock.server.http.Endpoint;
import dev.interlock.server.http.Endpoint.Access;
import dev.interlock.server.jobs.JobEngine;
import dev.interlock.server.ledger.LedgerApi;
import dev.interlock.server.mcp.McpEndpoint;
import dev.interlock.server.rerank.RerankEndpoint;
import dev.interlock.server.routes.RoutesApi;
import dev.interlock.server.search.SearchService;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Everything that the server answers.
///
/// Health in all usual spellings; none costs money or asks an engine.
public final class Api {
  private static final List<String> ALIVE =
      List.of("/livez", "/healthz", "/health", "/health/liveliness", "/health/liveness");
  private static final List<String> READY = List.of("/readyz", "/health/readiness");

  private Api() {}

  /// What answers.
  ///
  /// @param configSchema the JSON schema of the settings
  public record Services(
      Tables tables,
      Gatekeeper gatekeeper,
      JobEngine jobs,
      SearchService search,
      EmbeddingsEndpoint embeddings,
      Books books,
      Chat chat,
      Agents agents,
      Trial trial,
      byte[] configSchema) {}

  /// The ledger: who writes in it, and who shows it; and who pays.
  public record Books(Clerk clerk, LedgerApi ledger, AccountsApi accounts) {}

  /// What answers by profile, and tells of profiles and routes.
  public record Chat(
      ChatGateway gateway,
      RerankEndpoint rerank,
      ModelsApi models,
      ExplainApi explain,
      RoutesApi routes) {}

  /// What answers agents, and gives files to all.
  public record Agents(FileService files, McpEndpoint mcp) {}

  /// All endpoints.
  public static List<Endpoint> endpoints(Services services) {
    var all = new ArrayList<Endpoint>();
    for (var path : ALIVE) {
      all.add(new Endpoint("GET", path, Access.OPEN, _ -> Answer.json(200, new Status("ok"))));
    }
    for (var path : READY) {
      all.add(new Endpoint("GET", path, Access.OPEN, _ -> Answer.json(200, new Status("ready"))));
    }
    all.addAll(new SearchApi(services.search(), services.books().clerk()).endpoints());
    all.addAll(new FilesApi(services.agents().files()).endpoints());
    all.addAll(services.agents().mcp().endpoints());
    all.addAll(new JobsApi(services.jobs(), services.gatekeeper()).endpoints());
    all.addAll(new AgainstApi(services.trial(), services.books().clerk()).endpoints());
    all.add(
        new Endpoint(
            "GET",
            "/interlock.schema.json",
            Access.OPEN,
            _ -> new Answer(200, "application/schema+json", Map.of(), services.configSchema())));
    all.add(
        new Endpoint("GET", "/api/v1/gate", Access.OPEN, _ -> Answer.json(200, matrix(services))));
    all.addAll(new RepairsApi(services.jobs()).endpoints());
    all.add(
        new Endpoint(
            "GET", "/api/v1/tables", Access.OPEN, _ -> Answer.json(200, tables(services))));
    all.addAll(services.chat().routes().endpoints());
    all.addAll(services.books().ledger().endpoints());
    all.addAll(services.books().accounts().endpoints());
    all.add(
        Endpoint.recorded(
            "POST",
            "/v1/embeddings",
            (Endpoint.Leavable) call -> services.embeddings().handle(call)));
    for (var path : RerankEndpoint.PATHS) {
      Endpoint.Leavable rerank = call -> services.chat().rerank().handle(call);
      all.add(Endpoint.recorded("POST", path, rerank));
    }
    all.addAll(chat(services));
    return all;
  }

  private static List<Endpoint> chat(Services services) {
    Endpoint.OnLoop completions = (id, request) -> services.chat().gateway().take(id, request);
    return List.of(
        Endpoint.recorded("POST", "/v1/chat/completions", completions),
        new Endpoint("GET", "/v1/models", Access.OPEN, call -> services.chat().models().all(call)),
        new Endpoint(
            "GET", "/v1/models/{id}", Access.OPEN, call -> services.chat().models().one(call)),
        new Endpoint(
            "POST",
            "/api/v1/explain",
            Access.OPEN,
            call -> services.chat().explain().handle(call)));
  }

  private static MatrixView matrix(Services services) {
    return MatrixView.of(
        services.gatekeeper().matrix(),
        row -> services.jobs().mender().latest(row.route(), row.table()),
        services.gatekeeper().unvouched());
  }

  record Status(String status) {}

  record TablesView(List<TableView> tables) {}

  /// @param space empty before the table's birth
  /// @param reference the route that built it, whose vectors are the anchors
  /// @param coverage `full`, or `reduced` where a sole cloud provider had no peer
  record TableView(
      String name,
      String role,
      Optional<Space> space,
      Optional<String> reference,
      String coverage,
      long texts,
      long stored) {}

  private static TablesView tables(Services services) {
    return new TablesView(
        Arrays.stream(TableName.values())
            .map(
                name -> {
                  var counts = services.tables().table(name).counts();
                  var reference = services.gatekeeper().reference(name);
                  return new TableView(
                      name.word(),
                      name.role().word(),
                      services.gatekeeper().space(name),
                      reference.route(),
                      reference.coverage().word(),
                      counts.texts(),
                      counts.stored());
                })
            .toList());
  }
}
