/// The one door out: everything that leaves for an engine passes here, with the leave it needs
/// (design §2.3). Owner thread: any; calls block and run on virtual threads.
@NullMarked
package dev.interlock.runtime.egress;

import org.jspecify.annotations.NullMarked;
