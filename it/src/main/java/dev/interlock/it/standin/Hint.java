package dev.interlock.it.standin;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;

/// How long a caller is to wait, in one of the many forms that servers say it (wire-formats §12.1).
///
/// @param headers that carry it
/// @param beside fields beside `error.message` that carry it
/// @param inner what `error.metadata.headers` holds
/// @param prose what the message ends with
record Hint(
    Map<String, String> headers,
    Map<String, Object> beside,
    Map<String, Object> inner,
    String prose) {
  static final Hint NONE = new Hint(Map.of(), Map.of(), Map.of(), "");

  /// Reads `FORM:FIGURE`, where the figure is seconds from now and the form `date` (RFC 9110),
  /// `rfc850`, `asctime`, `iso`, `ms`, `reset-ms`, `reset-s`, `body`, `inner` or `prose`. Anything
  /// else is a value of `Retry-After` as it stands, the empty one included.
  static Hint of(String text, Instant now) {
    int colon = text.indexOf(':');
    var form = colon < 0 ? "" : text.substring(0, colon);
    var figure = text.substring(colon + 1);
    return switch (form) {
      case "date" -> after(date("EEE, dd MMM yyyy HH:mm:ss 'GMT'", then(figure, now)));
      case "rfc850" -> after(date("EEEE, dd-MMM-yy HH:mm:ss 'GMT'", then(figure, now)));
      case "asctime" -> after(date("EEE MMM ppd HH:mm:ss yyyy", then(figure, now)));
      case "iso" -> after(then(figure, now).toString());
      case "ms" -> header("retry-after-ms", figure);
      case "reset-ms" -> header("x-ratelimit-reset", millis(figure, now));
      case "reset-s" ->
          header("x-ratelimit-reset", Long.toString(then(figure, now).getEpochSecond()));
      case "body" -> beside(figure);
      case "inner" ->
          new Hint(
              Map.of(),
              Map.of(),
              Map.of("X-RateLimit-Limit", "1", "X-RateLimit-Reset", millis(figure, now)),
              "");
      case "prose" ->
          new Hint(Map.of(), Map.of(), Map.of(), ". Please try again in %ss.".formatted(figure));
      default -> after(text);
    };
  }

  private static Hint after(String value) {
    return header("retry-after", value);
  }

  private static Hint header(String name, String value) {
    return new Hint(Map.of(name, value), Map.of(), Map.of(), "");
  }

  private static Hint beside(String seconds) {
    var availability =
        Json.of("code", "capacity_exhausted", "retryable", true, "retry_after", Json.tree(seconds));
    return new Hint(Map.of(), Map.of("availability", availability), Map.of(), "");
  }

  private static String millis(String seconds, Instant now) {
    return Long.toString(then(seconds, now).toEpochMilli());
  }

  private static Instant then(String seconds, Instant now) {
    return now.plusMillis((long) (Double.parseDouble(seconds) * 1_000));
  }

  /// A date of RFC 9110.
  static String date(Instant at) {
    return date("EEE, dd MMM yyyy HH:mm:ss 'GMT'", at);
  }

  private static String date(String pattern, Instant at) {
    return DateTimeFormatter.ofPattern(pattern, Locale.US).withZone(ZoneOffset.UTC).format(at);
  }

  /// A refusal with it.
  Refusal on(Refusal refusal) {
    var full =
        new Refusal(
            refusal.status(),
            refusal.type(),
            refusal.message() + prose,
            refusal.metadata(),
            refusal.beside(),
            refusal.headers());
    var metadata = inner.isEmpty() ? full.metadata() : Json.of("headers", inner);
    return full.withMetadata(metadata).beside(beside).withHeaders(headers);
  }
}
