/// The Model Context Protocol at `/mcp`, for agents: three tools over the index, in both eras of
/// the protocol, sessions after a handshake and requests that stand alone. Owner thread: each
/// request's virtual thread.
@NullMarked
package dev.interlock.server.mcp;

import org.jspecify.annotations.NullMarked;
