package dev.interlock.server.jobs;

import dev.interlock.runtime.store.JobCounts;

/// Small changes of a job's figures.
final class Counts {
  private Counts() {}

  static JobCounts file(JobCounts c) {
    return new JobCounts(
        c.expected(), c.stored(), c.failed(), c.embedded(), c.reused(), c.files() + 1, c.skipped());
  }

  static JobCounts skip(JobCounts c) {
    return new JobCounts(
        c.expected(), c.stored(), c.failed(), c.embedded(), c.reused(), c.files(), c.skipped() + 1);
  }

  static JobCounts reused(JobCounts c, long more) {
    return new JobCounts(
        c.expected(),
        c.stored(),
        c.failed(),
        c.embedded(),
        c.reused() + more,
        c.files(),
        c.skipped());
  }

  static JobCounts manifest(JobCounts c, long expected, long stored) {
    return new JobCounts(
        expected, stored, c.failed(), c.embedded(), c.reused(), c.files(), c.skipped());
  }

  static JobCounts embedded(JobCounts c, long texts, long rows) {
    return new JobCounts(
        c.expected(),
        c.stored() + rows,
        c.failed(),
        c.embedded() + texts,
        c.reused() + rows - texts,
        c.files(),
        c.skipped());
  }

  static JobCounts failed(JobCounts c, long more) {
    return new JobCounts(
        c.expected(),
        c.stored(),
        c.failed() + more,
        c.embedded(),
        c.reused(),
        c.files(),
        c.skipped());
  }
}
