/// Ollama's own API, as bytes. Owner thread: none, all values and pure functions.
@NullMarked
package dev.interlock.wire.ollama;

import org.jspecify.annotations.NullMarked;
