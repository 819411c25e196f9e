/// Profiles: which routes may serve a job, in which order, and what follows a failure. Owner
/// thread: none, all values.
@NullMarked
package dev.interlock.core.profile;

import org.jspecify.annotations.NullMarked;
