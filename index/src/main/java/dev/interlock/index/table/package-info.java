/// Tables of rows, each with one vector space, on Lucene: written as text first, given vectors as
/// they come, searched by both. Owner thread: one writer lane per table; searches run on the
/// caller's thread.
@NullMarked
package dev.interlock.index.table;

import org.jspecify.annotations.NullMarked;
