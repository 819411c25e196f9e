/// Index jobs: what is read, what is offered to the role's queue, what is written, when a job is
/// complete. Owner thread: each run is owned by its own virtual thread; others send it events.
@NullMarked
package dev.interlock.server.jobs;

import org.jspecify.annotations.NullMarked;
