/// How well documents fit a query, and whether an engine's answer says so of every one of them.
/// Owner thread: none, all values.
@NullMarked
package dev.interlock.core.rerank;

import org.jspecify.annotations.NullMarked;
