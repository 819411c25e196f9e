/// Tests of the charts. Owner thread: each test's own.
@NullMarked
package dev.interlock.it.chart;

import org.jspecify.annotations.NullMarked;
