/// Cloud accounts as the server knows them: never with a key, but with what the sidecar says of it,
/// with the budget above all who call, and with what the provider tells (A8, A14, A15). Owner
/// thread: none; each part says how it may be asked.
@NullMarked
package dev.interlock.server.accounts;

import org.jspecify.annotations.NullMarked;
