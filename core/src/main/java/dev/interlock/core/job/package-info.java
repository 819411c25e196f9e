/// Index jobs: their states and how they end. Owner thread: none, pure.
@NullMarked
package dev.interlock.core.job;

import org.jspecify.annotations.NullMarked;
