/// Reranking by profile: from a caller's documents over a plan and its attempts to one checked
/// ranking. Owner thread: the request's own.
@NullMarked
package dev.interlock.server.rerank;

import org.jspecify.annotations.NullMarked;
