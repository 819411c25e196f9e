package dev.interlock.runtime.upstream;

import java.util.Optional;

/// The head of an engine's answer.
///
/// @param status the HTTP status
/// @param retryAfter `Retry-After`, as it stands
/// @param date `Date`, as it stands
public record Head(int status, Optional<String> retryAfter, Optional<String> date) {}
