/// The sidecar: the only place where a cloud key lives and a cloud is connected to (design §2.4,
/// §4). It knows the server only by the frames of a link. Owner thread: the event loop for calls;
/// frames may come on any.
@NullMarked
package dev.interlock.sidecar;

import org.jspecify.annotations.NullMarked;
