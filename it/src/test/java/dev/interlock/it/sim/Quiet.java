package dev.interlock.it.sim;

import java.util.logging.Level;
import java.util.logging.Logger;

/// Thousands of lost calls would each have a line in the log.
final class Quiet {
  private static final Logger LOG = Logger.getLogger("dev.interlock");

  private Quiet() {}

  static void begin() {
    LOG.setLevel(Level.SEVERE);
  }

  static void end() {
    LOG.setLevel(Level.INFO);
  }
}
