package dev.interlock.runtime.account;

import dev.interlock.core.account.Hold;

/// Why a route's account brings nothing now.
///
/// @param words a clause for people, to be read after the route's name
public record Held(Hold hold, String words) {}
