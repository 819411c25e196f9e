/// The home folder: all state of one server, what libraries unpack included. Owner thread: the
/// starting one.
@NullMarked
package dev.interlock.app.home;

import org.jspecify.annotations.NullMarked;
