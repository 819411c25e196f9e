package dev.interlock.it.chart;

/// An account's permits at a moment, as `accounts --json` tells them.
///
/// @param seconds since the run began
/// @param inFlight calls under way
/// @param effective permits that may be out
/// @param ceiling permits while nothing speaks against them
/// @param paused whether the account is left alone
record Sample(double seconds, int inFlight, int effective, int ceiling, boolean paused) {}
