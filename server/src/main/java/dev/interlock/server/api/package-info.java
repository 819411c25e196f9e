/// The endpoints of `/api/v1`, `/v1` and the health checks: requests into calls of the services,
/// outcomes into answers. Owner thread: the caller's virtual thread.
@NullMarked
package dev.interlock.server.api;

import org.jspecify.annotations.NullMarked;
