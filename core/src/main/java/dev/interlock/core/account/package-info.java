/// Cloud accounts: whose key pays, as the settings name them. Owner thread: none, all values.
@NullMarked
package dev.interlock.core.account;

import org.jspecify.annotations.NullMarked;
