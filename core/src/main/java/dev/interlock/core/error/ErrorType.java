package dev.interlock.core.error;

import java.util.Locale;

/// The `type` of an error envelope, OpenAI's own words where they exist.
public enum ErrorType {
  INVALID_REQUEST_ERROR,
  AUTHENTICATION_ERROR,
  PERMISSION_ERROR,
  NOT_FOUND_ERROR,
  CONFLICT_ERROR,
  RATE_LIMIT_ERROR,
  BUDGET_ERROR,
  UPSTREAM_ERROR,
  UNAVAILABLE_ERROR,
  INTERNAL_ERROR;

  /// The word in the envelope: lower case.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
