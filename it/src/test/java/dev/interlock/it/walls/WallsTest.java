package dev.interlock.it.walls;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// The walls hold in everything that ships.
final class WallsTest {
  private static JavaClasses house = new ClassFileImporter().importClasses();

  @BeforeAll
  static void read() {
    house =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(location -> !location.contains("testkit"))
            .withImportOption(location -> !location.contains("/dev/interlock/it/"))
            .importPackages("dev.interlock");
  }

  @Test
  void arrowsOnlyPointDown() {
    Walls.LAYERS.check(house);
  }

  @Test
  void coreIsPure() {
    Walls.PURE_CORE.check(house);
    Walls.CORE_ALONE.check(house);
  }

  @Test
  void oneJsonLibrary() {
    Walls.NO_VERTX_JSON.check(house);
  }

  @Test
  void packagesHaveNoCycles() {
    Walls.NO_CYCLES.check(house);
  }

  @Test
  @DisplayName("A3: only the door and the prober call an embedding client")
  void onlyDoorAndProberEmbed() {
    Walls.TWO_CALLERS.check(house);
    Walls.ONE_ASKER_FOR_TOKENS.check(house);
  }

  @Test
  @DisplayName("A3: nobody but the gate makes an admission, and the door demands one")
  void admissionsComeFromTheGateAlone() {
    Walls.HIDDEN_ADMISSION.check(house);
    Walls.ONE_MAKER_OF_ADMISSIONS.check(house);
    Walls.DOOR_TAKES_ADMISSIONS.check(house);
  }

  @Test
  @DisplayName("Few hold an engine's key, and one place reads it")
  void keysAreHeldByFew() {
    Walls.FEW_HOLD_KEYS.check(house);
    Walls.ONE_READER_OF_KEYS.check(house);
  }

  @Test
  @DisplayName("A14: few hold a cloud key, one place reads it and one sends it")
  void cloudKeysAreHeldByFew() {
    Walls.FEW_HOLD_CLOUD_KEYS.check(house);
    Walls.ONE_READER_OF_CLOUD_KEYS.check(house);
    Walls.ONE_SENDER_OF_CLOUD_KEYS.check(house);
  }

  @Test
  @DisplayName("A8: one class opens connections to a cloud, and only the budget gives leases")
  void oneWayToClouds() {
    Walls.ONE_WAY_TO_CLOUDS.check(house);
    Walls.ONE_MAKER_OF_LEASES.check(house);
  }

  @Test
  @DisplayName("A2: one class opens connections, and nobody looks up a name")
  void oneWayOut() {
    WaysOut.ONE_OPENER.check(house);
    WaysOut.NO_OTHER_SOCKETS.check(house);
    WaysOut.ONE_CLIENT_OF_THE_COMMAND_LINE.check(house);
    WaysOut.NO_LOOK_UPS.check(house);
  }

  @Test
  @DisplayName("A3: nobody but the prober makes what the gate judges")
  void measurementsComeFromTheProberAlone() {
    Walls.ONE_MEASURER.check(house);
  }
}
