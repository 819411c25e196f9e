/// Which files of a root are indexed, and their text: the walk with its ignore rules, and the
/// reader. Owner thread: the caller's, which may block; each object belongs to one thread.
@NullMarked
package dev.interlock.server.ingest;

import org.jspecify.annotations.NullMarked;
