/// text-embeddings-inference's own paths, as bytes. Owner thread: none, all values and pure
/// functions.
@NullMarked
package dev.interlock.wire.tei;

import org.jspecify.annotations.NullMarked;
