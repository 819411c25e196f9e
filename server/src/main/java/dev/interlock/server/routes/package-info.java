/// The route map: who asks for what, which routes may serve it, which stand in and which may not.
/// Owner thread: none, all values, except that [RoutesApi] asks from any.
@NullMarked
package dev.interlock.server.routes;

import org.jspecify.annotations.NullMarked;
