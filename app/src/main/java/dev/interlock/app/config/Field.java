package dev.interlock.app.config;

import dev.interlock.core.money.NanoUsd;
import dev.interlock.core.time.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/// A value at its place. Each reading is empty when the value is of another kind or out of range,
/// and has then added the problem.
///
/// @param place where it stands
/// @param node what stands there
/// @param problems takes the mistakes
record Field(Place place, Node node, Problems problems) {
  static final int LONGEST_TEXT = 4_096;

  // The form in which a key names where its secret lies.
  private static final Pattern REFERENCE = Pattern.compile("\\$\\{(?:env|file):[^}]*}");

  static Field of(Node node, String key, Problems problems) {
    return new Field(Place.of(node, key), node, problems);
  }

  /// The value behind a key: a plain value stands where it stands, a section or a list (which may
  /// begin a line below) where its key does.
  static Field behind(Place key, Node node, Problems problems) {
    boolean plain = node instanceof ScalarNode && !node.getTag().equals(Tag.NULL);
    return plain ? of(node, key.key(), problems) : new Field(key, node, problems);
  }

  /// Adds the mistake; the value is shown.
  void refuse(String message, List<String> allowed) {
    problems.add(place, raw(), message, allowed);
  }

  /// Adds the mistake; the value is kept out of it.
  void refuseUnseen(String message, List<String> allowed) {
    problems.add(place, "", message, allowed);
  }

  void warn(String message) {
    problems.warn(place, message);
  }

  /// Whether nothing stands behind the key.
  boolean blank() {
    return node.getTag().equals(Tag.NULL);
  }

  /// Text as it stands, the empty text included.
  Optional<String> anyText() {
    if (!(node instanceof ScalarNode scalar) || !node.getTag().equals(Tag.STR)) {
      refuse(
          notA("text", node instanceof ScalarNode && !blank() ? " (put it in quotes)" : ""),
          List.of());
      return Optional.empty();
    }
    if (scalar.getValue().length() > LONGEST_TEXT) {
      refuse("is longer than " + LONGEST_TEXT + " characters", List.of());
      return Optional.empty();
    }
    var reference = REFERENCE.matcher(scalar.getValue());
    if (reference.find()) {
      problems.add(
          place,
          reference.group(),
          "is taken as it stands: only a key of hosts or accounts takes a reference, since nothing"
              + " else takes a secret; write the value itself",
          List.of());
      return Optional.empty();
    }
    return Optional.of(scalar.getValue());
  }

  /// Text that may be a secret, so that nothing is told of it; empty for what is no text.
  Optional<String> unseen() {
    return node.getTag().equals(Tag.STR) ? Optional.of(raw()) : Optional.empty();
  }

  /// Text that says something, without blanks around it.
  Optional<String> text() {
    var text = anyText();
    if (text.isPresent() && text.get().isBlank()) {
      refuse("is empty", List.of());
      return Optional.empty();
    }
    return text.map(String::strip);
  }

  OptionalInt number(Range range) {
    if (!node.getTag().equals(Tag.INT)) {
      refuse(notA("a whole number", ""), List.of(range.words()));
      return OptionalInt.empty();
    }
    var number = range.parse(raw());
    if (number.isEmpty()) {
      refuse("is out of range", List.of(range.words()));
    }
    return number;
  }

  /// An amount of dollars.
  Optional<NanoUsd> dollars(NanoUsd most) {
    var range = "0 to " + Long.toString(most.nanos() / 1_000_000_000L);
    if (!node.getTag().equals(Tag.INT) && !node.getTag().equals(Tag.FLOAT)) {
      refuse(notA("an amount of dollars", ""), List.of(range));
      return Optional.empty();
    }
    var amount = NanoUsd.parse(raw()).filter(usd -> !usd.exceeds(most));
    if (amount.isEmpty()) {
      refuse("is out of range", List.of(range));
    }
    return amount;
  }

  Optional<Boolean> flag() {
    if (!node.getTag().equals(Tag.BOOL)) {
      refuse(notA("true or false", ""), List.of("true", "false"));
      return Optional.empty();
    }
    return Optional.of(raw().equals("true"));
  }

  OptionalLong size() {
    var size = Size.parse(raw());
    if (size.isEmpty()) {
      refuse(notA("a size with its unit", ""), List.of(Size.WORDS));
    }
    return size;
  }

  /// A duration with its unit.
  Optional<Duration> duration(Duration least, Duration most) {
    var words = "%s to %s".formatted(Durations.words(least), Durations.words(most));
    var duration = Durations.parse(raw());
    if (duration.isEmpty()) {
      refuse(notA(Durations.WORDS, ""), List.of(words));
      return duration;
    }
    if (duration.get().compareTo(least) < 0 || duration.get().compareTo(most) > 0) {
      refuse("is out of range", List.of(words));
      return Optional.empty();
    }
    return duration;
  }

  /// The items, each at its own place; a single word is not a list.
  List<Field> list() {
    if (!(node instanceof SequenceNode sequence)) {
      refuse(notA("a list", " (write [name] or one - name per line)"), List.of());
      return List.of();
    }
    var items = new ArrayList<Field>();
    for (Node item : sequence.getValue()) {
      items.add(of(item, place.key() + "[" + items.size() + "]", problems));
    }
    return items;
  }

  boolean isEmptyList() {
    return node instanceof SequenceNode sequence && sequence.getValue().isEmpty();
  }

  /// The keys below; one with nothing below it is an empty section.
  Optional<Section> section() {
    if (blank()) {
      return Optional.of(Section.empty(place, problems));
    }
    if (!(node instanceof MappingNode mapping)) {
      refuse(notA("a section of keys and values", ""), List.of());
      return Optional.empty();
    }
    return Optional.of(Section.of(mapping, place, problems));
  }

  private String raw() {
    return node instanceof ScalarNode scalar ? scalar.getValue() : "";
  }

  private String notA(String wanted, String hint) {
    if (blank()) {
      return "has no value; it must be " + wanted;
    }
    var prefix =
        switch (node) {
          case MappingNode _ -> "is a section; it must be ";
          case SequenceNode _ -> "is a list; it must be ";
          case Node _ -> "is not ";
        };
    return prefix + wanted + hint;
  }
}
