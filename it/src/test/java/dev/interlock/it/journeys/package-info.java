/// What a person or a program does with a whole server, from end to end. Owner thread: the test's.
@NullMarked
package dev.interlock.it.journeys;

import org.jspecify.annotations.NullMarked;
