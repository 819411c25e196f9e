/// The house rules that no compiler checks, over all Java of the repository; the exceptions stand
/// in `src/test/resources/tidy`, each with its reason. Owner thread: the test's.
@NullMarked
package dev.interlock.it.tidy;

import org.jspecify.annotations.NullMarked;
