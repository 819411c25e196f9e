@NullMarked
package dev.interlock.index;

import org.jspecify.annotations.NullMarked;
