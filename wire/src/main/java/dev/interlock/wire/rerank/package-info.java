/// Rerank calls as bytes, from both sides, in the shape of Cohere and Jina. Owner thread: none, all
/// values and pure functions.
@NullMarked
package dev.interlock.wire.rerank;

import org.jspecify.annotations.NullMarked;
