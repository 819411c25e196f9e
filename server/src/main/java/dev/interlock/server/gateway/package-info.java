/// The chat gateway: from a caller's request over a plan and its attempts to one checked answer,
/// passed on byte for byte. Owner thread: the server's event loop, which every exchange is confined
/// to; only the route's health and the plan are read from other threads.
@NullMarked
package dev.interlock.server.gateway;

import org.jspecify.annotations.NullMarked;
