package dev.interlock.bench;

import dev.interlock.runtime.clock.SystemClocks;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Where a bench ran, so that its figures can be judged.
final class Machine {
  private Machine() {}

  /// The instant in UTC.
  static String now() {
    return new SystemClocks().now().toString();
  }

  /// Processor, system, JVM, and how busy all of it was at the end.
  static Map<String, Object> facts() {
    var system = ManagementFactory.getOperatingSystemMXBean();
    var facts = new LinkedHashMap<String, Object>();
    facts.put("cpu", cpu());
    facts.put("processors", system.getAvailableProcessors());
    facts.put("loadAverage", system.getSystemLoadAverage());
    facts.put("os", "%s %s".formatted(system.getName(), system.getArch()));
    facts.put("jvm", Runtime.version().toString());
    return facts;
  }

  /// Flags of this JVM; those that name a place on this disk say nothing to others.
  static List<String> flags() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(flag -> !flag.startsWith("-D"))
        .toList();
  }

  private static String cpu() {
    return Disk.lines("/proc/cpuinfo").stream()
        .filter(line -> line.startsWith("model name"))
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .findFirst()
        .orElse("unknown");
  }
}
