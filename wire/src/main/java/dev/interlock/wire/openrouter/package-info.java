/// OpenRouter's account endpoints and catalogue (wire-formats §2.8, §2.9). Owner thread: none, all
/// values.
@NullMarked
package dev.interlock.wire.openrouter;

import org.jspecify.annotations.NullMarked;
