package dev.interlock.runtime.upstream;

import dev.interlock.core.account.Behalf;
import java.util.function.LongSupplier;

/// What an account must know of a call to pay for it.
///
/// @param behalf whose call it is
/// @param tokens our own count of what is read, for an answer that tells none
record Purchase(Behalf behalf, LongSupplier tokens) {}
