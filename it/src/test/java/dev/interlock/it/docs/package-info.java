/// The pages of `docs/` that are made from the program, or must agree with it. Owner thread: the
/// test's.
@NullMarked
package dev.interlock.it.docs;

import org.jspecify.annotations.NullMarked;
