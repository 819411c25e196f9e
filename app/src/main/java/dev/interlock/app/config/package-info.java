/// `interlock.yaml`: read at the edge into immutable values, all mistakes reported together. Owner
/// thread: whichever loads the file; everything handed out is a value.
@NullMarked
package dev.interlock.app.config;

import org.jspecify.annotations.NullMarked;
