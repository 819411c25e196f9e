/// The ledger: what a call's attempts were, who asked, who served, how it ended. Owner thread:
/// none, all values; a [Ledger] takes them from any thread.
@NullMarked
package dev.interlock.core.ledger;

import org.jspecify.annotations.NullMarked;
