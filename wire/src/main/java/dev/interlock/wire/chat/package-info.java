/// Chat completions as they go over the wire: requests and answers are looked at in passing, never
/// rebuilt. Owner thread: none; scanners belong to whoever feeds them.
@NullMarked
package dev.interlock.wire.chat;

import org.jspecify.annotations.NullMarked;
