/// Cuts the text of one file into chunks along its own structure. Owner thread: whoever made the
/// [dev.interlock.index.chunk.Chunker], one each.
@NullMarked
package dev.interlock.index.chunk;

import org.jspecify.annotations.NullMarked;
