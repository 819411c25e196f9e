/// Agents' clients against the whole server, over HTTP and over standard input and output.
@NullMarked
package dev.interlock.it.mcp;

import org.jspecify.annotations.NullMarked;
