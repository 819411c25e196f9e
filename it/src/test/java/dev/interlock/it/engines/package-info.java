/// Stand-ins for local engines that can't be had here, made from their descriptions, embedding with
/// real encoders; and what the program does with each.
@NullMarked
package dev.interlock.it.engines;

import org.jspecify.annotations.NullMarked;
