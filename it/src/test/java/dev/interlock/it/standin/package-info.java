/// The stand-ins' own tests: their formats as our readers and OpenAI's client see them, their
/// counts, their bill, their switches. Owner thread: the test's.
@NullMarked
package dev.interlock.it.standin;

import org.jspecify.annotations.NullMarked;
