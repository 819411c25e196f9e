/// What an answer says of who gave it, and how much that is worth. Owner thread: none, all values.
@NullMarked
package dev.interlock.core.answer;

import org.jspecify.annotations.NullMarked;
