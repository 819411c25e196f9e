/// Whole servers in tests: field cases, journeys, walls. Owner thread: the test's.
@NullMarked
package dev.interlock.it;

import org.jspecify.annotations.NullMarked;
