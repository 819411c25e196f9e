package dev.interlock.wire.rerank;

import static dev.interlock.wire.openai.CallerBody.mistake;

import dev.interlock.wire.openai.CallerBody;
import dev.interlock.wire.rerank.RerankCall.Parsed;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// Reads one caller's body, once.
final class CallReader {
  private static final Set<String> KNOWN =
      Set.of("model", "query", "documents", "top_n", "return_documents");

  private final CallerBody body;
  private final JsonParser in;
  private Optional<String> model = Optional.empty();
  private Optional<String> query = Optional.empty();
  private Optional<List<String>> documents = Optional.empty();
  private OptionalInt topN = OptionalInt.empty();
  private boolean returnDocuments;

  private CallReader(CallerBody body) {
    this.body = body;
    this.in = body.parser();
  }

  static Parsed parse(byte[] body) {
    return CallerBody.parse(
        body, whole -> new Parsed.Valid(new CallReader(whole).read()), Parsed.Wrong::new);
  }

  private RerankCall read() {
    body.fields(KNOWN, this::readField);
    var named = CallerBody.model(model);
    var asked = query.orElseThrow(() -> mistake("missing_field", "query", "`query` is missing"));
    CallerBody.text("query", "query", asked);
    var texts =
        documents.orElseThrow(
            () -> mistake("missing_field", "documents", "`documents` is missing"));
    return new RerankCall(named, asked, texts, topN, returnDocuments);
  }

  private void readField(String field) {
    switch (field) {
      case "model" -> model = body.optionalText("model");
      case "query" -> query = body.optionalText("query");
      case "documents" -> documents = readDocuments();
      case "top_n" -> topN = body.optionalCount("top_n");
      case "return_documents" -> returnDocuments = readFlag();
      default -> in.skipChildren();
    }
  }

  private boolean readFlag() {
    return switch (in.currentToken()) {
      case VALUE_TRUE -> true;
      case VALUE_FALSE, VALUE_NULL -> false;
      default ->
          throw mistake(
              "invalid_type",
              "return_documents",
              "`return_documents` must be true or false, not " + body.kind());
    };
  }

  private Optional<List<String>> readDocuments() {
    if (in.currentToken() == JsonToken.VALUE_NULL) {
      return Optional.empty();
    }
    if (in.currentToken() != JsonToken.START_ARRAY) {
      throw mistake(
          "invalid_type", "documents", "`documents` must be an array, not " + body.kind());
    }
    var texts = new ArrayList<String>();
    while (in.nextToken() != JsonToken.END_ARRAY) {
      if (texts.size() == RerankCall.MAX_DOCUMENTS) {
        throw mistake(
            "too_many_documents",
            "documents",
            "`documents` has more than %d texts".formatted(RerankCall.MAX_DOCUMENTS));
      }
      texts.add(readDocument("documents[%d]".formatted(texts.size())));
    }
    if (texts.isEmpty()) {
      throw mistake("empty_input", "documents", "`documents` is an empty array");
    }
    return Optional.of(texts);
  }

  private String readDocument(String place) {
    return switch (in.currentToken()) {
      case VALUE_STRING -> CallerBody.text("documents", place, in.getString());
      case START_OBJECT -> readTextOf(place);
      default ->
          throw mistake(
              "invalid_type",
              "documents",
              "`%s` must be a string or an object with `text`, not %s"
                  .formatted(place, body.kind()));
    };
  }

  /// A picture beside the text would be dropped without a word, so it is refused.
  private String readTextOf(String place) {
    Optional<String> text = Optional.empty();
    while (in.nextToken() != JsonToken.END_OBJECT) {
      String field = in.currentName();
      in.nextToken();
      switch (field) {
        case "text" -> text = body.optionalText("documents");
        case "image" ->
            throw mistake(
                "invalid_type", "documents", "`%s` is a picture; only texts rank".formatted(place));
        default -> in.skipChildren();
      }
    }
    return CallerBody.text(
        "documents",
        place,
        text.orElseThrow(
            () -> mistake("missing_field", "documents", "`%s` has no `text`".formatted(place))));
  }
}
