/// The port to an embedding engine and how one call of it ends. Owner thread: none.
@NullMarked
package dev.interlock.core.embed;

import org.jspecify.annotations.NullMarked;
