@NullMarked
package dev.interlock.server;

import org.jspecify.annotations.NullMarked;
