/// What server and sidecar say to each other: the control frames, the key that one of them brings,
/// and the link between the two (design §4, "Sidecar"). Owner thread: none but the link's own.
@NullMarked
package dev.interlock.wire.relay;

import org.jspecify.annotations.NullMarked;
