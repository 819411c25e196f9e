/// A server that is no route, tried against a table. Owner thread: the test's.
@NullMarked
package dev.interlock.it.against;

import org.jspecify.annotations.NullMarked;
