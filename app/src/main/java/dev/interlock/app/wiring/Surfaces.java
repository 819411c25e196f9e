package dev.interlock.app.wiring;

import dev.interlock.app.config.Config;
import dev.interlock.app.config.ConfigSchema;
import dev.interlock.core.role.Role;
import dev.interlock.index.table.Tables;
import dev.interlock.runtime.egress.Clerk;
import dev.interlock.runtime.egress.EmbeddingDoor;
import dev.interlock.runtime.gate.Gatekeeper;
import dev.interlock.runtime.gate.Trial;
import dev.interlock.runtime.store.Database;
import dev.interlock.runtime.store.LedgerStore;
import dev.interlock.runtime.store.ManifestStore;
import dev.interlock.server.accounts.AccountDesk;
import dev.interlock.server.accounts.AccountsApi;
import dev.interlock.server.api.Api;
import dev.interlock.server.embeddings.EmbeddingsEndpoint;
import dev.interlock.server.files.FileService;
import dev.interlock.server.files.Freshness;
import dev.interlock.server.gate.Closed;
import dev.interlock.server.gateway.ChatGateway;
import dev.interlock.server.gateway.ExplainApi;
import dev.interlock.server.gateway.ModelsApi;
import dev.interlock.server.http.HttpFront;
import dev.interlock.server.ingest.FileAccess;
import dev.interlock.server.ingest.Finder;
import dev.interlock.server.ingest.SourceReader;
import dev.interlock.server.ingest.WalkRules;
import dev.interlock.server.jobs.JobEngine;
import dev.interlock.server.ledger.LedgerApi;
import dev.interlock.server.mcp.McpEndpoint;
import dev.interlock.server.profiles.ProfileBook;
import dev.interlock.server.rerank.RerankEndpoint;
import dev.interlock.server.routes.RoleBook;
import dev.interlock.server.routes.RoutesApi;
import dev.interlock.server.search.SearchService;
import java.util.stream.Stream;

/// Makes what callers see out of the parts that work for them.
///
/// @param stores what lies on the disk
/// @param work what acts
record Surfaces(Config config, Stores stores, Work work, Running.Time time) {
  /// What lies on the disk, and what of a root is taken.
  record Stores(Database database, Tables tables, LedgerStore ledger, WalkRules rules) {}

  /// What acts.
  record Work(
      Closed closed, EmbeddingDoor door, JobEngine jobs, Clerk clerk, AccountDesk accounts) {
    Gatekeeper gatekeeper() {
      return closed.gatekeeper();
    }
  }

  /// Everything that is answered.
  HttpFront.Surface all(Generators generators, Trial trial) {
    var roots = Roots.of(stores);
    var search =
        new SearchService(
            stores.tables(),
            work.gatekeeper(),
            work.door(),
            new SearchService.Surroundings(work.jobs(), roots.fresh(), work.closed()));
    var services =
        new Api.Services(
            stores.tables(),
            work.gatekeeper(),
            work.jobs(),
            search,
            embeddings(),
            new Api.Books(
                work.clerk(),
                new LedgerApi(stores.ledger(), work.clerk().wall()),
                new AccountsApi(work.accounts())),
            chat(generators),
            agents(search, roots.files()),
            trial,
            ConfigSchema.json());
    return new HttpFront.Surface(Api.endpoints(services), stores.ledger()::nextRequest);
  }

  private EmbeddingsEndpoint embeddings() {
    return new EmbeddingsEndpoint(
        work.closed(),
        work.door(),
        work.clerk(),
        table -> stores.tables().table(table).counts().stored());
  }

  private Api.Agents agents(SearchService search, FileService files) {
    var sources =
        new McpEndpoint.Sources(
            search, work.clerk(), files, work.jobs(), work.gatekeeper(), stores.tables());
    return new Api.Agents(files, new McpEndpoint(sources, time.scheduler()));
  }

  private Api.Chat chat(Generators generators) {
    var profiles =
        new ProfileBook(
            config.profilesByName(),
            generators,
            new ProfileBook.Time(time.ticker(), time.wall(), time.scheduler()));
    var gateway =
        new ChatGateway(
            new ChatGateway.Setup(
                profiles, generators.upstreams(), generators.desks(), stores.ledger()));
    var roles = new RoleBook(Engines.plans(config), work.gatekeeper(), generators::price);
    var names =
        Stream.concat(
            config.roles().keySet().stream().filter(Role::embeds).map(Role::word),
            profiles.names().stream());
    return new Api.Chat(
        gateway,
        new RerankEndpoint(profiles, generators::reranker, work.clerk()),
        new ModelsApi(names.toList(), time.wall().now()),
        new ExplainApi(profiles, roles),
        new RoutesApi(roles, profiles));
  }

  /// What was indexed of the roots, read from them.
  private record Roots(FileService files, Freshness fresh) {
    static Roots of(Stores stores) {
      var manifest = new ManifestStore(stores.database());
      var finder = new Finder(FileAccess.disk());
      var reader = new SourceReader(stores.rules());
      return new Roots(
          new FileService(manifest, finder, reader), new Freshness(manifest, finder, reader));
    }
  }
}
