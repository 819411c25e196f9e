package dev.interlock.encoder;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/// Keeps ONNX Runtime from reporting to its maker.
///
/// From 1.29.0 on, the official builds for Linux and macOS upload events and write a device id to
/// `~/.cache`, unless this variable is set before the library starts: its own switch comes too late
/// for the first event. A launcher may set it; else it is set here, in the environment that native
/// code reads. On Windows the library leaves collecting to the system, and the switch of the API is
/// enough.
final class NoTelemetry {
  static final String VARIABLE = "ORT_DISABLE_TELEMETRY";

  private NoTelemetry() {}

  /// To be called before ONNX Runtime is loaded. Where the variable cannot be set, the library must
  /// not be loaded.
  static void demand(NativePlatform platform) throws EngineUnavailable {
    if (platform == NativePlatform.WINDOWS_X64 || "1".equals(System.getenv(VARIABLE))) {
      return;
    }
    int answer = setenv(VARIABLE, "1");
    if (answer != 0) {
      throw new EngineUnavailable(
          VARIABLE + " cannot be set", new IllegalStateException("setenv answered " + answer));
    }
  }

  @SuppressWarnings("restricted") // the one way to reach the environment of native code
  private static int setenv(String name, String value) throws EngineUnavailable {
    Linker linker = Linker.nativeLinker();
    MethodHandle setenv =
        linker.downcallHandle(
            linker.defaultLookup().findOrThrow("setenv"),
            FunctionDescriptor.of(
                ValueLayout.JAVA_INT,
                ValueLayout.ADDRESS,
                ValueLayout.ADDRESS,
                ValueLayout.JAVA_INT));
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment nameBytes = arena.allocateFrom(name);
      MemorySegment valueBytes = arena.allocateFrom(value);
      return (int) setenv.invokeExact(nameBytes, valueBytes, 1);
    } catch (Throwable e) {
      throw new EngineUnavailable(name + " cannot be set", e);
    }
  }
}
