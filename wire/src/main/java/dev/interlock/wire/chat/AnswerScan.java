package dev.interlock.wire.chat;

import dev.interlock.core.money.NanoUsd;
import dev.interlock.wire.openai.ErrorBody;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalLong;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonParser.NumberType;
import tools.jackson.core.JsonToken;

/// Looks at the parts of one chat answer as they pass: the events of a stream one after the other,
/// or a plain answer as its only part. Gathers what is to be known of the whole.
///
/// Thread: one owner.
public final class AnswerScan {
  /// What a part is.
  public enum Part {
    /// Text, a tool call, a refusal or a thought: what the caller asked for.
    CONTENT,
    /// A choice without any of it, or none at all: who speaks, a finish.
    BARE,
    /// No choice, but the usage.
    USAGE,
    /// The end mark of a stream.
    DONE,
    /// An error inside a 200.
    ERROR,
    /// No JSON object, or one without choices.
    UNREADABLE
  }

  private static final byte[] END_MARK = "[DONE]".getBytes(StandardCharsets.US_ASCII);

  private String model = "";
  private String error = "";
  private Optional<AccountVerdict> verdict = Optional.empty();
  private String id = "";
  private boolean content;
  private boolean answered;

  /// A bit for each choice; those that are 64 apart share one.
  private long begun;

  private long ended;
  private long contentChars;
  private OptionalLong promptTokens = OptionalLong.empty();
  private OptionalLong completionTokens = OptionalLong.empty();
  private long cachedTokens;
  private Optional<NanoUsd> cost = Optional.empty();

  private boolean choices;
  private boolean anyChoice;
  private boolean usage;
  private boolean failed;
  private boolean contentHere;

  /// Looks at the next part.
  ///
  /// @param from its first byte
  /// @param to the byte after its last
  public Part read(byte[] bytes, int from, int to) {
    if (isEndMark(bytes, from, to)) {
      return Part.DONE;
    }
    choices = false;
    anyChoice = false;
    usage = false;
    failed = false;
    contentHere = false;
    try (JsonParser in = ChatJson.tolerant(bytes, from, to)) {
      if (in.nextToken() != JsonToken.START_OBJECT) {
        return Part.UNREADABLE;
      }
      while (in.nextToken() != JsonToken.END_OBJECT) {
        String field = in.currentName();
        in.nextToken();
        readField(in, field);
      }
    } catch (JacksonException broken) {
      return Part.UNREADABLE;
    }
    return part();
  }

  private Part part() {
    if (failed) {
      return Part.ERROR;
    }
    if (!choices) {
      return Part.UNREADABLE;
    }
    if (contentHere) {
      content = true;
      return Part.CONTENT;
    }
    return usage && !anyChoice ? Part.USAGE : Part.BARE;
  }

  private static boolean isEndMark(byte[] bytes, int from, int to) {
    int end = to;
    while (end > from && bytes[end - 1] == ' ') {
      end--;
    }
    if (end - from != END_MARK.length) {
      return false;
    }
    for (int i = 0; i < END_MARK.length; i++) {
      if (bytes[from + i] != END_MARK[i]) {
        return false;
      }
    }
    return true;
  }

  private void readField(JsonParser in, String field) {
    switch (field) {
      case "model" -> readModel(in);
      case "id" -> readId(in);
      case "choices" -> readChoices(in);
      case "usage" -> readUsage(in);
      case "error" -> readError(in);
      default -> in.skipChildren();
    }
  }

  private void readModel(JsonParser in) {
    if (in.currentToken() == JsonToken.VALUE_STRING) {
      var name = in.getString();
      if (!name.isEmpty()) {
        model = name;
      }
    } else {
      in.skipChildren();
    }
  }

  private void readId(JsonParser in) {
    if (id.isEmpty() && in.currentToken() == JsonToken.VALUE_STRING) {
      id = in.getString();
    } else {
      in.skipChildren();
    }
  }

  private void readError(JsonParser in) {
    if (in.currentToken() == JsonToken.VALUE_NULL) {
      return;
    }
    failed = true;
    var facts = ErrorFacts.of(in);
    error = ErrorBody.shorten(facts.message());
    verdict = Optional.of(AccountVerdict.of(facts));
  }

  private void readChoices(JsonParser in) {
    if (in.currentToken() != JsonToken.START_ARRAY) {
      in.skipChildren();
      return;
    }
    choices = true;
    int place = 0;
    for (var token = in.nextToken(); token != JsonToken.END_ARRAY; token = in.nextToken()) {
      anyChoice = true;
      if (token == JsonToken.START_OBJECT) {
        readChoice(in, place);
      } else {
        in.skipChildren();
      }
      place++;
    }
  }

  private void readChoice(JsonParser in, int place) {
    int index = place;
    boolean finished = false;
    while (in.nextToken() != JsonToken.END_OBJECT) {
      String field = in.currentName();
      var token = in.nextToken();
      switch (field) {
        case "index" -> index = index(in, place);
        case "finish_reason" -> finished = readFinish(in);
        case "native_finish_reason" -> readBreakdown(in);
        case "delta", "message" -> {
          if (token == JsonToken.START_OBJECT) {
            readMessage(in);
          } else {
            in.skipChildren();
          }
        }
        default -> in.skipChildren();
      }
    }
    begun |= 1L << index;
    ended |= finished ? 1L << index : 0;
  }

  private static int index(JsonParser in, int place) {
    boolean whole =
        in.currentToken() == JsonToken.VALUE_NUMBER_INT && in.getNumberType() == NumberType.INT;
    in.skipChildren();
    return whole ? in.getIntValue() : place;
  }

  private boolean readFinish(JsonParser in) {
    if (in.currentToken() != JsonToken.VALUE_STRING || in.getStringLength() == 0) {
      in.skipChildren();
      return false;
    }
    switch (in.getString()) {
      // All the tokens went into thoughts, or the answer was held back: that is the answer.
      case "length",
          "model_length",
          "model_context_window_exceeded",
          "content_filter",
          "sensitive" -> {
        contentHere = true;
        answered = true;
      }
      default -> readBreakdown(in);
    }
    return true;
  }

  /// Words for an answer that broke down, by which some say so beside an ordinary finish.
  private void readBreakdown(JsonParser in) {
    if (in.currentToken() != JsonToken.VALUE_STRING) {
      in.skipChildren();
      return;
    }
    var word = in.getString();
    switch (word) {
      case "error", "network_error", "abort", "insufficient_system_resource" -> {
        failed = true;
        error = "it finished with " + word;
      }
      default -> {}
    }
  }

  private void readMessage(JsonParser in) {
    while (in.nextToken() != JsonToken.END_OBJECT) {
      String field = in.currentName();
      in.nextToken();
      switch (field) {
        case "content", "refusal" -> readContent(in);
        case "reasoning_content", "reasoning" -> readText(in);
        case "reasoning_details" -> readAgain(in);
        case "tool_calls", "function_call", "audio" -> answered |= readParts(in);
        default -> in.skipChildren();
      }
    }
  }

  /// The text of `reasoning` once more, or a cipher: no characters of its own.
  private void readAgain(JsonParser in) {
    long before = contentChars;
    readParts(in);
    contentChars = before;
  }

  /// A text, or a list of pieces: texts, thoughts and others.
  private void readContent(JsonParser in) {
    if (in.currentToken() != JsonToken.START_ARRAY) {
      answered |= readText(in);
      return;
    }
    for (var token = in.nextToken(); token != JsonToken.END_ARRAY; token = in.nextToken()) {
      if (token != JsonToken.START_OBJECT) {
        answered |= readText(in);
        continue;
      }
      while (in.nextToken() != JsonToken.END_OBJECT) {
        String field = in.currentName();
        in.nextToken();
        switch (field) {
          case "type" -> in.skipChildren();
          case "thinking" -> readText(in);
          default -> answered |= readText(in);
        }
      }
    }
  }

  /// Whether there is any text.
  private boolean readText(JsonParser in) {
    if (in.currentToken() != JsonToken.VALUE_STRING) {
      return readParts(in);
    }
    int chars = in.getStringLength();
    contentChars += chars;
    contentHere |= chars > 0;
    return chars > 0;
  }

  /// Whether there is anything inside; empty brackets and null are nothing.
  private boolean readParts(JsonParser in) {
    var open = in.currentToken();
    if (open != JsonToken.START_ARRAY && open != JsonToken.START_OBJECT) {
      return false;
    }
    boolean any = false;
    int depth = 1;
    while (depth > 0) {
      var token = in.nextToken();
      if (token == null) {
        return any;
      }
      depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
      if (token.isScalarValue() && token != JsonToken.VALUE_NULL) {
        any = true;
        contentChars += in.getStringLength();
      }
    }
    contentHere |= any;
    return any;
  }

  private void readUsage(JsonParser in) {
    if (in.currentToken() != JsonToken.START_OBJECT) {
      in.skipChildren();
      return;
    }
    usage = true;
    var total = OptionalLong.empty();
    while (in.nextToken() != JsonToken.END_OBJECT) {
      String field = in.currentName();
      in.nextToken();
      switch (field) {
        case "prompt_tokens" -> promptTokens = tokens(in, promptTokens);
        case "completion_tokens" -> completionTokens = tokens(in, completionTokens);
        case "total_tokens" -> total = tokens(in, total);
        case "prompt_tokens_details" -> readDetails(in);
        case "cost" -> readCost(in);
        default -> in.skipChildren();
      }
    }
    // A total may hold more than the two, such as hidden thoughts, but never less.
    if (total.isPresent()
        && total.getAsLong() < promptTokens.orElse(0) + completionTokens.orElse(0)) {
      promptTokens = OptionalLong.empty();
      completionTokens = OptionalLong.empty();
    }
  }

  private void readDetails(JsonParser in) {
    if (in.currentToken() != JsonToken.START_OBJECT) {
      in.skipChildren();
      return;
    }
    while (in.nextToken() != JsonToken.END_OBJECT) {
      boolean cached = in.currentName().equals("cached_tokens");
      in.nextToken();
      if (cached) {
        cachedTokens = tokens(in, OptionalLong.of(cachedTokens)).orElse(0);
      } else {
        in.skipChildren();
      }
    }
  }

  private void readCost(JsonParser in) {
    if (in.currentToken().isNumeric()) {
      cost = NanoUsd.parse(in.getString());
    } else if (in.currentToken() == JsonToken.VALUE_STRING) {
      cost = NanoUsd.parse(in.getString().strip());
    } else {
      in.skipChildren();
    }
  }

  private static OptionalLong tokens(JsonParser in, OptionalLong before) {
    double number = in.currentToken().isNumeric() ? in.getDoubleValue() : Double.NaN;
    in.skipChildren();
    return number >= 0 && number < 1L << 53 ? OptionalLong.of((long) number) : before;
  }

  /// The last model that a part named.
  public Optional<String> model() {
    return model.isEmpty() ? Optional.empty() : Optional.of(model);
  }

  /// Whether each choice that has begun, and at least one has, said why it ends.
  public boolean finished() {
    return begun != 0 && (begun & ~ended) == 0;
  }

  /// Whether there was any content.
  public boolean content() {
    return content;
  }

  /// Whether there was more than thoughts: they are not the answer (wire-formats §13).
  public boolean answered() {
    return answered;
  }

  /// Characters of content so far.
  public long contentChars() {
    return contentChars;
  }

  /// What the last error inside a 200 says, in one line; may be empty.
  public String error() {
    return error;
  }

  /// What the last error inside a 200 says of the account.
  public Optional<AccountVerdict> verdict() {
    return verdict;
  }

  /// The provider's own id of the call.
  public Optional<String> id() {
    return id.isEmpty() ? Optional.empty() : Optional.of(id);
  }

  /// What the provider says that the call cost, as its last usage says.
  public Optional<NanoUsd> cost() {
    return cost;
  }

  /// Of the tokens read, those that came from a cache.
  public long cachedTokens() {
    return cachedTokens;
  }

  /// Tokens read by the model, as its last usage says.
  public OptionalLong promptTokens() {
    return promptTokens;
  }

  /// Tokens written by the model, as its last usage says.
  public OptionalLong completionTokens() {
    return completionTokens;
  }
}
