/// Macro benches: what the product costs against a floor that is measured in the same run, printed
/// as a table and kept as a file. Owner thread: the bench's main thread.
@NullMarked
package dev.interlock.bench;

import org.jspecify.annotations.NullMarked;
