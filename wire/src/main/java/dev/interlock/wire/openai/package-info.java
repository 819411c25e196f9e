/// OpenAI's embedding calls and error bodies as bytes, from both sides. Owner thread: none, all
/// values and pure functions.
@NullMarked
package dev.interlock.wire.openai;

import org.jspecify.annotations.NullMarked;
