package dev.interlock.encoder;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A machine for which both libraries carry native code, and the resources that hold it.
///
/// Their jars name the folders differently (onnxruntime 1.29.0, DJL tokenizers 0.38.0).
enum NativePlatform {
  LINUX_X64("linux-x64", "linux-x86_64"),
  LINUX_AARCH64("linux-aarch64", "linux-aarch64"),
  MAC_AARCH64("osx-aarch64", "osx-aarch64"),
  WINDOWS_X64("win-x64", "win-x86_64");

  /// Files of one folder on the class path, in the order in which they must be loaded.
  record Bundle(String name, String resourceFolder, List<String> files) {}

  private final String onnxruntimeFolder;
  private final String tokenizersFolder;

  NativePlatform(String onnxruntimeFolder, String tokenizersFolder) {
    this.onnxruntimeFolder = onnxruntimeFolder;
    this.tokenizersFolder = tokenizersFolder;
  }

  /// The platform for the values of `os.name` and `os.arch`.
  static Optional<NativePlatform> of(String osName, String osArch) {
    String os = osName.toLowerCase(Locale.ROOT);
    boolean arm = osArch.equals("aarch64");
    if (!arm && !osArch.equals("amd64") && !osArch.equals("x86_64")) {
      return Optional.empty();
    }
    if (os.contains("linux")) {
      return Optional.of(arm ? LINUX_AARCH64 : LINUX_X64);
    }
    if (os.contains("mac")) {
      return arm ? Optional.of(MAC_AARCH64) : Optional.empty();
    }
    return os.contains("windows") && !arm ? Optional.of(WINDOWS_X64) : Optional.empty();
  }

  Bundle onnxruntime() {
    return new Bundle(
        "onnxruntime",
        "/ai/onnxruntime/native/" + onnxruntimeFolder + "/",
        List.of(fileName("onnxruntime"), fileName("onnxruntime4j_jni")));
  }

  Bundle tokenizers() {
    String folder = "/native/lib/" + tokenizersFolder + "/cpu/";
    List<String> files =
        this == WINDOWS_X64
            ? List.of(
                "libwinpthread-1.dll",
                "libgcc_s_seh-1.dll",
                "libstdc++-6.dll",
                fileName("tokenizers"))
            : List.of(fileName("tokenizers"));
    return new Bundle("tokenizers", folder, files);
  }

  private String fileName(String library) {
    return switch (this) {
      case LINUX_X64, LINUX_AARCH64 -> "lib" + library + ".so";
      case MAC_AARCH64 -> "lib" + library + ".dylib";
      case WINDOWS_X64 -> library + ".dll";
    };
  }
}
