/// What llama.cpp's server says beyond OpenAI, as bytes. Owner thread: none, all values and pure
/// functions.
@NullMarked
package dev.interlock.wire.llamacpp;

import org.jspecify.annotations.NullMarked;
