package dev.interlock.core.money;

import java.time.ZoneId;

/// How much may be spent on one calendar day.
///
/// @param amount the most of a day
/// @param zone where its days begin
public record DailyCap(NanoUsd amount, ZoneId zone) {}
