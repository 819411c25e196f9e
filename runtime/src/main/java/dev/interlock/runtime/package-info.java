@NullMarked
package dev.interlock.runtime;

import org.jspecify.annotations.NullMarked;
