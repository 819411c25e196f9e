@NullMarked
package dev.interlock.it;

import org.jspecify.annotations.NullMarked;
