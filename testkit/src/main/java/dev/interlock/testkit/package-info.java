@NullMarked
package dev.interlock.testkit;

import org.jspecify.annotations.NullMarked;
