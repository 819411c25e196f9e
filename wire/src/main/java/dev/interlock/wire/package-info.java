@NullMarked
package dev.interlock.wire;

import org.jspecify.annotations.NullMarked;
