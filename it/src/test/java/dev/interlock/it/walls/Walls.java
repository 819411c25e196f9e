package dev.interlock.it.walls;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.constructors;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import dev.interlock.core.budget.Lease;
import dev.interlock.core.embed.EmbeddingClient;
import dev.interlock.core.gate.Admission;
import dev.interlock.core.gate.Measured;
import dev.interlock.runtime.engine.EngineReader;
import dev.interlock.runtime.upstream.DirectUpstream;
import dev.interlock.runtime.upstream.HostKey;
import dev.interlock.runtime.upstream.LateCredential;
import dev.interlock.wire.relay.CloudKey;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/// The walls of the house, each a rule that the build checks (design §2.2 and §3).
final class Walls {
  private Walls() {}

  /// Arrows only point down.
  static final ArchRule LAYERS =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .withOptionalLayers(true)
          .layer("app")
          .definedBy("dev.interlock.app..")
          .layer("server")
          .definedBy("dev.interlock.server..")
          .layer("sidecar")
          .definedBy("dev.interlock.sidecar..")
          .layer("encoder")
          .definedBy("dev.interlock.encoder..")
          .layer("index")
          .definedBy("dev.interlock.index..")
          .layer("runtime")
          .definedBy("dev.interlock.runtime..")
          .layer("wire")
          .definedBy("dev.interlock.wire..")
          .layer("core")
          .definedBy("dev.interlock.core..")
          .whereLayer("app")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("server")
          .mayOnlyBeAccessedByLayers("app")
          .whereLayer("sidecar")
          .mayOnlyBeAccessedByLayers("app")
          .whereLayer("encoder")
          .mayOnlyBeAccessedByLayers("app")
          .whereLayer("index")
          .mayOnlyBeAccessedByLayers("server", "app")
          .whereLayer("runtime")
          .mayOnlyBeAccessedByLayers("server", "sidecar", "app")
          .whereLayer("wire")
          .mayOnlyBeAccessedByLayers("runtime", "server", "sidecar", "app");

  /// The core decides: no files, sockets, threads or clocks.
  static final ArchRule PURE_CORE =
      noClasses()
          .that()
          .resideInAPackage("dev.interlock.core..")
          .should()
          .dependOnClassesThat(
              resideInAnyPackage(
                      "java.io..",
                      "java.net..",
                      "java.nio..",
                      "java.util.concurrent..",
                      "java.util.logging..")
                  .or(describe("threads", c -> c.isAssignableTo(Thread.class))))
          .orShould()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(Instant.class, "now");

  /// The core depends on nothing but the JDK and annotations.
  static final ArchRule CORE_ALONE =
      classes()
          .that()
          .resideInAPackage("dev.interlock.core..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("dev.interlock.core..", "java..", "org.jspecify..");

  /// One JSON library: never Vert.x's own.
  static final ArchRule NO_VERTX_JSON =
      noClasses()
          .that()
          .resideInAPackage("dev.interlock..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.vertx.core.json..");

  /// No package knows one that knows it.
  static final ArchRule NO_CYCLES =
      slices().matching("dev.interlock.(*).(*)..").should().beFreeOfCycles();

  /// A3: two classes call an embedding client, the door and the prober.
  static final ArchRule TWO_CALLERS =
      noClasses()
          .that()
          .resideInAPackage("dev.interlock..")
          .and()
          .doNotHaveFullyQualifiedName("dev.interlock.runtime.egress.EmbeddingDoor")
          .and()
          .doNotHaveFullyQualifiedName("dev.interlock.runtime.gate.Prober")
          .should()
          .callMethodWhere(
              describe(
                  "embeds by an embedding client",
                  call ->
                      call.getName().equals("embed")
                          && call.getTargetOwner().isAssignableTo(EmbeddingClient.class)));

  /// A3: a text that is to be counted leaves too, so only the door's outlet asks.
  static final ArchRule ONE_ASKER_FOR_TOKENS =
      noClasses()
          .that()
          .resideInAPackage("dev.interlock..")
          .and()
          .doNotHaveFullyQualifiedName("dev.interlock.runtime.egress.Outlet")
          .should()
          .callMethodWhere(
              describe(
                  "has an engine count a text",
                  call ->
                      call.getName().equals("count")
                          && call.getTargetOwner().isAssignableTo(EngineReader.class)));

  /// A3: only the gate's own machine makes an admission.
  static final ArchRule HIDDEN_ADMISSION =
      constructors().that().areDeclaredInClassesThat(named("Admission")).should().bePrivate();

  /// A3: and only it calls the one place that does.
  static final ArchRule ONE_MAKER_OF_ADMISSIONS =
      noClasses()
          .that()
          .doNotHaveFullyQualifiedName("dev.interlock.core.gate.Standing")
          .and()
          .doNotHaveFullyQualifiedName(Admission.class.getName())
          .should()
          .callMethodWhere(
              describe(
                  "makes an admission",
                  call ->
                      call.getTargetOwner().isEquivalentTo(Admission.class)
                          && call.getName().equals("of")));

  /// A3: whatever the door gives out, it has been shown an admission first.
  static final ArchRule DOOR_TAKES_ADMISSIONS =
      methods()
          .that()
          .areDeclaredInClassesThat(named("EmbeddingDoor"))
          .and()
          .arePublic()
          .should()
          .haveRawParameterTypes(
              describe(
                  "with an Admission first",
                  (List<JavaClass> types) ->
                      !types.isEmpty() && types.getFirst().isEquivalentTo(Admission.class)));

  /// A3: only the prober makes what the gate judges.
  static final ArchRule ONE_MEASURER =
      noClasses()
          .that()
          .doNotHaveFullyQualifiedName("dev.interlock.runtime.gate.Prober")
          .and()
          .doNotHaveFullyQualifiedName(Measured.class.getName())
          .should()
          .callMethodWhere(
              describe("makes a measurement", (JavaCall<?> call) -> makesMeasured(call)));

  private static final Set<String> KEY_HOLDERS =
      Set.of(
          HostKey.class.getName(),
          "dev.interlock.runtime.upstream.Connections",
          "dev.interlock.runtime.upstream.DirectFlow",
          "dev.interlock.runtime.upstream.Endings",
          "dev.interlock.runtime.upstream.Endpoint",
          "dev.interlock.runtime.upstream.Head",
          "dev.interlock.runtime.upstream.ModelNames",
          "dev.interlock.runtime.upstream.Failure",
          "dev.interlock.runtime.upstream.RerankClient",
          "dev.interlock.sidecar.CloudTransport",
          "dev.interlock.sidecar.Question",
          "dev.interlock.server.gateway.LiveAttempt",
          "dev.interlock.server.gateway.RefusalReader",
          "dev.interlock.app.config.KeyFile",
          "dev.interlock.app.config.Settings",
          "dev.interlock.app.config.Settings$Search$Key",
          "dev.interlock.app.wiring.Engines",
          "dev.interlock.app.wiring.Engines$Strangers",
          "dev.interlock.app.wiring.Generators",
          "dev.interlock.app.wiring.HostsAsked");

  private static final String REQUEST_OPTIONS = "io.vertx.core.http.RequestOptions";

  /// Who may hold the key of an engine: what asks engines, what finds and hands it on, and what
  /// keeps it out of a refusal's words.
  static final ArchRule FEW_HOLD_KEYS =
      classes()
          .that()
          .areAssignableTo(HostKey.class)
          .should()
          .onlyHaveDependentClassesThat(
              describe("are on the list", c -> KEY_HOLDERS.contains(c.getName())));

  /// One place reads its value, and the same place alone makes requests to engines.
  static final ArchRule ONE_READER_OF_KEYS =
      noClasses()
          .that()
          .resideInAnyPackage(
              "dev.interlock.runtime..", "dev.interlock.server..", "dev.interlock.app..")
          .and()
          .doNotHaveFullyQualifiedName("dev.interlock.runtime.upstream.Endpoint")
          .should()
          .callMethodWhere(
              describe(
                  "reads a key",
                  call ->
                      call.getTargetOwner().isEquivalentTo(HostKey.class)
                          && call.getName().equals("authorization")))
          .orShould()
          .callConstructorWhere(
              describe(
                  "makes a request",
                  call -> call.getTargetOwner().getName().equals(REQUEST_OPTIONS)));

  private static final Set<String> CLOUD_KEY_HOLDERS =
      Set.of(
          CloudKey.class.getName(),
          "dev.interlock.wire.relay.Frame$Configure",
          "dev.interlock.wire.relay.Frames",
          "dev.interlock.wire.relay.KeyPush",
          "dev.interlock.sidecar.Holding",
          "dev.interlock.sidecar.Holding$Merged",
          "dev.interlock.sidecar.KeyOnWire",
          "dev.interlock.sidecar.CloudTransport",
          "dev.interlock.sidecar.Sidecar",
          "dev.interlock.server.accounts.AccountDesk",
          "dev.interlock.app.cli.AccountsCommand$Push",
          "dev.interlock.app.config.AccountKeys",
          "dev.interlock.app.config.Settings");

  /// A14: who may hold the key of a cloud account: its frame, the sidecar, who passes a push on,
  /// and what finds a key for the sidecar. The command line only asks whether one can be sent.
  static final ArchRule FEW_HOLD_CLOUD_KEYS =
      classes()
          .that()
          .areAssignableTo(CloudKey.class)
          .should()
          .onlyHaveDependentClassesThat(
              describe("are on the list", c -> CLOUD_KEY_HOLDERS.contains(c.getName())));

  /// A14: one place reads it, for a call's head, and one puts that head into a call.
  static final ArchRule ONE_READER_OF_CLOUD_KEYS =
      noClasses()
          .that()
          .doNotHaveFullyQualifiedName("dev.interlock.sidecar.KeyOnWire")
          .should()
          .callMethodWhere(
              describe(
                  "reads a cloud key",
                  call ->
                      call.getTargetOwner().isEquivalentTo(CloudKey.class)
                          && call.getName().equals("authorization")));

  /// A14: and one puts it into a call's head.
  static final ArchRule ONE_SENDER_OF_CLOUD_KEYS =
      noClasses()
          .that()
          .doNotHaveFullyQualifiedName("dev.interlock.runtime.upstream.DirectFlow")
          .should()
          .callMethodWhere(
              describe(
                  "puts a cloud key into a head",
                  call ->
                      call.getTargetOwner().isAssignableTo(LateCredential.class)
                          && call.getName().equals("authorization")));

  /// A8: one class opens connections to a cloud with a key.
  static final ArchRule ONE_WAY_TO_CLOUDS =
      noClasses()
          .that()
          .doNotHaveFullyQualifiedName("dev.interlock.sidecar.CloudTransport")
          .should()
          .callMethodWhere(
              describe(
                  "opens connections to a cloud",
                  call ->
                      call.getTargetOwner().isEquivalentTo(DirectUpstream.class)
                          && call.getName().equals("keyed")));

  /// A8: only the budget gives leases; a frame carries them.
  static final ArchRule ONE_MAKER_OF_LEASES =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.interlock.core.budget..")
          .and()
          .doNotHaveFullyQualifiedName("dev.interlock.wire.relay.Frames")
          .should()
          .callConstructorWhere(
              describe("makes a lease", call -> call.getTargetOwner().isEquivalentTo(Lease.class)));

  private static boolean makesMeasured(JavaCall<?> call) {
    return call.getTargetOwner().isEquivalentTo(Measured.class)
        && call.getName().equals("byProber");
  }

  private static DescribedPredicate<JavaClass> named(String simpleName) {
    return describe("named " + simpleName, c -> c.getSimpleName().equals(simpleName));
  }
}
