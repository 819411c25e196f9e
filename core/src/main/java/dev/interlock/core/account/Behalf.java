package dev.interlock.core.account;

import dev.interlock.core.budget.Use;
import java.util.Optional;

/// On whose behalf a call is made: what an account has to know before it pays for one.
///
/// @param call the call's own id, once and for all
/// @param project who is charged besides, where one is named
/// @param use what it is for
public record Behalf(String call, Optional<String> project, Use use) {}
