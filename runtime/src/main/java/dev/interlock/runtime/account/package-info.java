/// Cloud accounts at work: who may call, and who pays (design §2.4, §2.5). The rules stand in
/// `core.budget` and `core.money`; here they get a lane, timers and a disk. Owner thread: each lane
/// owns its account; all of it may be asked from any thread, and nothing blocks.
@NullMarked
package dev.interlock.runtime.account;

import org.jspecify.annotations.NullMarked;
