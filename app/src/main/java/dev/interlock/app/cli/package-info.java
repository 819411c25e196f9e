/// The command line: what a person types, and how answers look on a terminal and in a pipe. Owner
/// thread: main.
@NullMarked
package dev.interlock.app.cli;

import org.jspecify.annotations.NullMarked;
