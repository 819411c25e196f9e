/// DeepSeek's balance (wire-formats §3.1). Owner thread: none, all values.
@NullMarked
package dev.interlock.wire.deepseek;

import org.jspecify.annotations.NullMarked;
