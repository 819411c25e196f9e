/// Puts lists of hits together by rank and shows where in a chunk the answer stands. Owner thread:
/// none, pure.
@NullMarked
package dev.interlock.index.search;

import org.jspecify.annotations.NullMarked;
