/// A real engine: llama.cpp's own server with real models, from packages only. Owner thread: the
/// test's.
@NullMarked
package dev.interlock.it.llamacpp;

import org.jspecify.annotations.NullMarked;
