/// What the tests of all modules above share: time that a test moves, seeds, and engines that do as
/// they are told. Owner thread: each stub's own event loop for its sockets; all else any thread.
@NullMarked
package dev.interlock.testkit;

import org.jspecify.annotations.NullMarked;
