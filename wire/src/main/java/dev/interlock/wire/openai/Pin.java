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
    return new String(Json.object(out -> choose(out, provider)), StandardCharsets.UTF_8);
  }

  /// The value for a caller who has one, too: it keeps all of theirs that chooses no provider, such
  /// as what may be done with the data, byte for byte.
  ///
  /// @param theirs before the first token of these bytes
  public static String value(JsonParser theirs, byte[] bytes, String provider) {
    var merged = new StringBuilder("{");
    if (theirs.nextToken() == JsonToken.START_OBJECT) {
      while (theirs.nextToken() != JsonToken.END_OBJECT) {
        int from = (int) theirs.currentTokenLocation().getByteOffset();
        boolean chooses = CHOICE.contains(theirs.currentName());
        theirs.nextToken();
        theirs.finishToken();
        theirs.skipChildren();
        int to = (int) theirs.currentLocation().getByteOffset();
        if (!chooses) {
          merged.append(new String(bytes, from, to - from, StandardCharsets.UTF_8)).append(',');
        }
      }
    }
    return merged.append(value(provider).substring(1)).toString();
  }

  private static void choose(JsonGenerator out, String provider) {
    out.writeArrayPropertyStart("only");
    out.writeString(provider);
    out.writeEndArray();
    out.writeBooleanProperty("allow_fallbacks", false);
  }
}
