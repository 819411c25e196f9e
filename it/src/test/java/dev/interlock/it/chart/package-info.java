/// Charts for the documentation, made from real runs. Owner thread: each program's own.
@NullMarked
package dev.interlock.it.chart;

import org.jspecify.annotations.NullMarked;
