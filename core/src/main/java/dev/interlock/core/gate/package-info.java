/// The compatibility gate: probes, measurements, verdicts, admissions. Owner thread: none, pure.
@NullMarked
package dev.interlock.core.gate;

import org.jspecify.annotations.NullMarked;
