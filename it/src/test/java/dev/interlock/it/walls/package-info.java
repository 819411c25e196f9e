/// The walls of the house, as rules over the compiled classes. Owner thread: the test's.
@NullMarked
package dev.interlock.it.walls;

import org.jspecify.annotations.NullMarked;
