/// What must outlive the process, in one SQLite file: spaces and anchors, verdicts, jobs, ledger,
/// manifests. Owner thread: the writer lane `store-writer` alone writes; any thread reads.
@NullMarked
package dev.interlock.runtime.store;

import org.jspecify.annotations.NullMarked;
