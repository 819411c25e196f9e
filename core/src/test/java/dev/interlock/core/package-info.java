/// What the tests of core share. Owner thread: none, pure.
@NullMarked
package dev.interlock.core;

import org.jspecify.annotations.NullMarked;
