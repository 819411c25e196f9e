/// What engines say of themselves: which model they hold, how much they take, where they really
/// run, and how they count tokens. Owner thread: any; calls block and run on virtual threads.
@NullMarked
package dev.interlock.runtime.engine;

import org.jspecify.annotations.NullMarked;
