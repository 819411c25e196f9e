/// The budget of one account: who may call its cloud now, and who has to wait (A8 to A12, A17).
/// Duty: decide, from events and the time, which calls start. Owner thread: the account's lane, for
/// [AccountBudget] and what it holds; all else are values.
@NullMarked
package dev.interlock.core.budget;

import org.jspecify.annotations.NullMarked;
