@NullMarked
package dev.interlock.bench;

import org.jspecify.annotations.NullMarked;
