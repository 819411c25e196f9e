/// A route that must be refused, with the real encoder in its two builds. Owner thread: the test's.
@NullMarked
package dev.interlock.it.refused;

import org.jspecify.annotations.NullMarked;
