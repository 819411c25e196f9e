package dev.interlock.core.embed;

/// How soon a text must be embedded: a person's query overtakes the texts of an index job.
public enum Urgency {
  INTERACTIVE,
  BULK
}
