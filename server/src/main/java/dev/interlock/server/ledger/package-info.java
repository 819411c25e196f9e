/// The ledger as callers see it: `/api/v1/ledger`, the live tail, and what an answer's headers say
/// of its attempts. Owner thread: the caller's virtual thread.
@NullMarked
package dev.interlock.server.ledger;

import org.jspecify.annotations.NullMarked;
