/// Files of indexed roots, read as they stand now and compared with what was indexed. Owner thread:
/// the caller's virtual thread.
@NullMarked
package dev.interlock.server.files;

import org.jspecify.annotations.NullMarked;
