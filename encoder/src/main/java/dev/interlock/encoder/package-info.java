@NullMarked
package dev.interlock.encoder;

import org.jspecify.annotations.NullMarked;
