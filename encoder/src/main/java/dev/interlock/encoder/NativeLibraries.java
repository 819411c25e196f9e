package dev.interlock.encoder;

import ai.onnxruntime.OrtEnvironment;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;

/// ONNX Runtime's and the tokenizer's native code, unpacked below one folder and loaded once per
/// process.
///
/// We unpack by ourselves because the libraries' own loaders write to the temporary folder at each
/// start (ONNX Runtime), to `~/.djl.ai` and `~/.cache/JNA` (DJL, which looks for a graphics card
/// through JNA), and DJL's tokenizer class asks a cloud's metadata address and reports home. How
/// ONNX Runtime is kept from reporting is told at [NoTelemetry].
///
/// Each bundle has a folder named after its checksum: an upgrade unpacks anew, and a file appears
/// under its name only when it is whole.
///
/// Thread: any; loading is serialised.
final class NativeLibraries {
  private static final String ONNXRUNTIME_FOLDER = "onnxruntime.native.path";

  private static boolean loaded;

  private NativeLibraries() {}

  /// Loads both libraries; the folder counts only for the first call that succeeds.
  @SuppressWarnings("restricted") // native code is what this class is for; the launcher allows it
  static synchronized void load(Path folder) throws EngineUnavailable {
    if (loaded) {
      return;
    }
    try {
      NativePlatform platform = platform();
      NoTelemetry.demand(platform);
      // ONNX Runtime loads its own from there when its first class is used, which fails for good if
      // the folder is gone by then.
      System.setProperty(ONNXRUNTIME_FOLDER, unpack(platform.onnxruntime(), folder).toString());
      OrtEnvironment.getEnvironment();
      Path tokenizers = unpack(platform.tokenizers(), folder);
      for (String file : platform.tokenizers().files()) {
        System.load(tokenizers.resolve(file).toString());
      }
      loaded = true;
    } catch (IOException | LinkageError e) {
      throw new EngineUnavailable("native libraries below " + folder, e);
    }
  }

  private static NativePlatform platform() throws IOException {
    String os = System.getProperty("os.name");
    String arch = System.getProperty("os.arch");
    return NativePlatform.of(os, arch)
        .orElseThrow(
            () ->
                new IOException(
                    "there is no native code for %s on %s, only for Linux on x64 and aarch64, macOS on aarch64 and Windows on x64"
                        .formatted(os, arch)));
  }

  /// Puts the bundle's files below the folder, unless they are there, and returns where.
  static Path unpack(NativePlatform.Bundle bundle, Path folder) throws IOException {
    Path target =
        folder
            .toAbsolutePath()
            .resolve(bundle.name() + '-' + HexFormat.of().toHexDigits(mark(bundle), 8));
    Files.createDirectories(target);
    for (String file : bundle.files()) {
      try (Resource resource = Resource.open(bundle.resourceFolder() + file)) {
        Path path = target.resolve(file);
        if (!Files.isRegularFile(path) || Files.size(path) != resource.size()) {
          write(resource, path);
        }
      }
    }
    return target;
  }

  private static long mark(NativePlatform.Bundle bundle) throws IOException {
    long mark = 0;
    for (String file : bundle.files()) {
      try (Resource resource = Resource.open(bundle.resourceFolder() + file)) {
        mark = Resource.combine(mark, resource);
      }
    }
    return mark;
  }

  /// Durable before it has its name: a torn library would crash the process instead of failing.
  private static void write(Resource resource, Path path) throws IOException {
    Path part = Files.createTempFile(path.getParent(), "part", ".tmp");
    try {
      try (FileChannel channel = FileChannel.open(part, StandardOpenOption.WRITE)) {
        resource.content().transferTo(Channels.newOutputStream(channel));
        channel.force(true);
      }
      Files.move(part, path, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(part);
    }
  }
}
