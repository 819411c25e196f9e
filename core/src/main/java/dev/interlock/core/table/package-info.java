/// Tables, rows and their names, as values. Owner thread: none.
@NullMarked
package dev.interlock.core.table;

import org.jspecify.annotations.NullMarked;
