/// The HTTP front: doors, paths, bodies in and answers out. Owner thread: the event loop takes
/// requests in and sends answers out; endpoints run on virtual threads and may block.
@NullMarked
package dev.interlock.server.http;

import org.jspecify.annotations.NullMarked;
