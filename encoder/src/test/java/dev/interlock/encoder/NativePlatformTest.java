package dev.interlock.encoder;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class NativePlatformTest {

  @ParameterizedTest
  @CsvSource({
    "Linux, amd64, LINUX_X64",
    "Linux, aarch64, LINUX_AARCH64",
    "Mac OS X, aarch64, MAC_AARCH64",
    "Windows 11, amd64, WINDOWS_X64",
    "Linux, x86_64, LINUX_X64",
  })
  void knowsTheMachinesOfBothLibraries(String os, String arch, NativePlatform expected) {
    assertThat(NativePlatform.of(os, arch)).contains(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "Mac OS X, x86_64",
    "Windows 11, aarch64",
    "Linux, riscv64",
    "FreeBSD, amd64",
  })
  void hasNothingForOtherMachines(String os, String arch) {
    assertThat(NativePlatform.of(os, arch)).isEqualTo(Optional.empty());
  }

  @ParameterizedTest
  @EnumSource
  void everyNamedFileIsOnTheClassPath(NativePlatform platform) {
    assertThat(platform.onnxruntime().files())
        .allMatch(file -> onClassPath(platform.onnxruntime().resourceFolder() + file));
    assertThat(platform.tokenizers().files())
        .allMatch(file -> onClassPath(platform.tokenizers().resourceFolder() + file));
  }

  @Test
  void windowsLoadsTheRuntimesOfTheCompilerFirst() {
    assertThat(NativePlatform.WINDOWS_X64.tokenizers().files())
        .endsWith("tokenizers.dll")
        .hasSize(4);
  }

  private static boolean onClassPath(String path) {
    return NativePlatformTest.class.getResource(path) != null;
  }
}
