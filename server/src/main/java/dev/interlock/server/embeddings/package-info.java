/// `POST /v1/embeddings`: callers' own texts, always through the gate of the role's table. Owner
/// thread: the caller's virtual thread.
@NullMarked
package dev.interlock.server.embeddings;

import org.jspecify.annotations.NullMarked;
