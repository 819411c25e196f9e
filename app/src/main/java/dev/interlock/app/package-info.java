@NullMarked
package dev.interlock.app;

import org.jspecify.annotations.NullMarked;
