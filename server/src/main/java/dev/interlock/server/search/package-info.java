/// Search over both tables: by words, by vectors, or both fused by rank. Owner thread: the caller's
/// virtual thread.
@NullMarked
package dev.interlock.server.search;

import org.jspecify.annotations.NullMarked;
