package dev.interlock.app.cli;

/// Exit codes of every command (design §5).
public final class Exit {
  /// Done.
  public static final int OK = 0;

  /// Refused or failed.
  public static final int FAILED = 1;

  /// Wrong usage or configuration.
  public static final int USAGE = 2;

  /// Not whole: a job with failures or paused, rows missing, a wait that ran out.
  public static final int NOT_WHOLE = 3;

  /// No server answers.
  public static final int NO_SERVER = 4;

  private Exit() {}
}
