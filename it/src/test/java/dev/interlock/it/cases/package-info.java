/// Field cases by number, each against a whole server with scripted engines. Owner thread: the
/// test's.
@NullMarked
package dev.interlock.it.cases;

import org.jspecify.annotations.NullMarked;
