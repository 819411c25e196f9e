package dev.interlock.wire.openai;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// The engine's own words out of an error body of any shape: an object, a string, flat fields, an
/// array, `detail`, HTML, plain text or nothing. They are data from outside: never obeyed, never
/// shown as they came.
///
/// Thread: any, pure.
public final class ErrorBody {
  /// Longest message that is kept, in UTF-16 units.
  public static final int MAX_LENGTH = 240;

  private static final Pattern TITLE =
      Pattern.compile("<title[^>]*>([^<]*)</title", Pattern.CASE_INSENSITIVE);
  private static final Pattern HIDDEN =
      Pattern.compile("(?is)<(script|style)\\b.*?</\\1\\s*>|<!--.*?-->");
  private static final Pattern TAG = Pattern.compile("<[^>]{0,1000}>");

  /// White space, what a terminal would obey, and what turns the direction of writing.
  private static final Pattern GAPS =
      Pattern.compile("[\\s\\p{Cc}\\u2028\\u2029\\u202A-\\u202E\\u2066-\\u2069]+");

  private static final Pattern SECRET =
      Pattern.compile("(?i)\\b(?:bearer\\s+|(?:sk|pk|key|token)[-_])[A-Za-z0-9._~+/=-]{8,}");
  private static final int READ_AT_MOST = 16 << 10;

  private ErrorBody() {}

  /// One line for people, at most [#MAX_LENGTH] long; empty where the body says nothing. Never
  /// throws for what a body can hold.
  public static String message(byte[] body) {
    if (Json.blank(body)) {
      return "";
    }
    try (JsonParser in = Json.tolerant(body)) {
      JsonToken first = in.nextToken();
      if (first != null) {
        return message(in);
      }
    } catch (JacksonException notJson) {
      // Plain text, HTML, or cut: read as text below.
    }
    return shorten(plain(body));
  }

  /// The message of the value that the parser stands on.
  public static String message(JsonParser in) {
    return shorten(find(in).orElse(""));
  }

  /// An engine's or a library's own words, made fit for people: one line without what looks like a
  /// secret, cut to [#MAX_LENGTH] at a whole character.
  public static String shorten(String text) {
    String plain = GAPS.matcher(text).replaceAll(" ").strip();
    String line = Surrogates.replaceLone(SECRET.matcher(plain).replaceAll("[removed]"));
    if (line.length() <= MAX_LENGTH) {
      return line;
    }
    int end = MAX_LENGTH - 1;
    if (Character.isHighSurrogate(line.charAt(end - 1))) {
      end--;
    }
    return line.substring(0, end) + "…";
  }

  private static Optional<String> find(JsonParser in) {
    return switch (in.currentToken()) {
      case VALUE_STRING -> Optional.of(in.getString()).filter(s -> !s.isBlank());
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT, VALUE_TRUE -> Optional.of(in.getString());
      case START_OBJECT -> findInObject(in);
      case START_ARRAY -> findInArray(in);
      default -> Optional.empty();
    };
  }

  /// The best field of the object, whatever the order of the fields.
  private static Optional<String> findInObject(JsonParser in) {
    Optional<String> best = Optional.empty();
    int bestRank = Integer.MAX_VALUE;
    while (in.nextToken() != JsonToken.END_OBJECT) {
      int rank = rank(in.currentName());
      in.nextToken();
      if (rank >= bestRank) {
        in.skipChildren();
        continue;
      }
      Optional<String> found = find(in);
      if (found.isPresent()) {
        best = found;
        bestRank = rank;
      }
    }
    return best;
  }

  private static int rank(String field) {
    return switch (field) {
      case "message", "msg" -> 0;
      case "error", "errors" -> 1;
      case "detail", "details", "title", "reason" -> 2;
      case "error_type", "type", "code", "status" -> 3;
      default -> Integer.MAX_VALUE;
    };
  }

  private static Optional<String> findInArray(JsonParser in) {
    Optional<String> first = Optional.empty();
    while (in.nextToken() != JsonToken.END_ARRAY) {
      if (first.isPresent()) {
        in.skipChildren();
      } else {
        first = find(in);
      }
    }
    return first;
  }

  private static String plain(byte[] body) {
    String text = new String(body, 0, Math.min(body.length, READ_AT_MOST), StandardCharsets.UTF_8);
    if (!text.stripLeading().startsWith("<")) {
      return text;
    }
    var title = TITLE.matcher(text);
    if (title.find() && !title.group(1).isBlank()) {
      return title.group(1);
    }
    return TAG.matcher(HIDDEN.matcher(text).replaceAll(" ")).replaceAll(" ");
  }
}
