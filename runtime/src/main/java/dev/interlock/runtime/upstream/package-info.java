/// Embedding engines by URL, one client each. Owner thread: a client's own event loop for its
/// connections and calls under way; callers wait on virtual threads.
@NullMarked
package dev.interlock.runtime.upstream;

import org.jspecify.annotations.NullMarked;
