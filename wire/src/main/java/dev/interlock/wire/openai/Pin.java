package dev.interlock.wire.openai;

import java.nio.charset.StandardCharsets;
import java.util.Set;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// The only provider behind a cloud's model that may serve a call; nobody may stand in for it (A7;
/// the field `provider` of wire-formats §2.3).
public final class Pin {
  private static final Set<String> CHOICE = Set.of("only", "order", "ignore", "allow_fallbacks");

  private Pin() {}

  /// Writes the field.
  public static void write(JsonGenerator out, String provider) {
    out.writeObjectPropertyStart("provider");
    choose(out, provider);
    out.writeEndObject();
  }

  /// The field's value alone.
  public static String value(String provider) {
    return text(Json.object(out -> choose(out, provider)));
  }

  /// The value for a caller who has one, too: it keeps all of theirs that chooses no provider, such
  /// as what may be done with the data.
  ///
  /// @param theirs before its first token
  public static String value(JsonParser theirs, String provider) {
    return text(
        Json.object(
            out -> {
              if (theirs.nextToken() == JsonToken.START_OBJECT) {
                copy(theirs, out);
              }
              choose(out, provider);
            }));
  }

  private static void copy(JsonParser theirs, JsonGenerator out) {
    while (theirs.nextToken() != JsonToken.END_OBJECT) {
      boolean chooses = CHOICE.contains(theirs.currentName());
      if (chooses) {
        theirs.nextToken();
        theirs.skipChildren();
      } else {
        out.copyCurrentStructureExact(theirs);
      }
    }
  }

  private static void choose(JsonGenerator out, String provider) {
    out.writeArrayPropertyStart("only");
    out.writeString(provider);
    out.writeEndArray();
    out.writeBooleanProperty("allow_fallbacks", false);
  }

  private static String text(byte[] json) {
    return new String(json, StandardCharsets.UTF_8);
  }
}
