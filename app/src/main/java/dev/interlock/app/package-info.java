/// The main class. Owner thread: main.
@NullMarked
package dev.interlock.app;

import org.jspecify.annotations.NullMarked;
