/// What vLLM says beyond OpenAI, as bytes. Owner thread: none, all values and pure functions.
@NullMarked
package dev.interlock.wire.vllm;

import org.jspecify.annotations.NullMarked;
