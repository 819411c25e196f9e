package dev.interlock.app.config;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/// Keys and their values at a place. A key that stands twice is a mistake; its first value counts.
final class Section {
  private static final Pattern SECRET =
      Pattern.compile("(?i).*(key|token|secret|password|credential|authorization).*");

  static final Duration SHORTEST_WAIT = Duration.ofMillis(1);
  static final Duration LONGEST_WAIT = Duration.ofHours(1);

  private final Place place;
  private final Problems problems;
  private final SequencedMap<String, Entry> entries = new LinkedHashMap<>();

  private record Entry(Place key, Field value) {}

  private Section(Place place, Problems problems) {
    this.place = place;
    this.problems = problems;
  }

  static Section empty(Place place, Problems problems) {
    return new Section(place, problems);
  }

  static Section of(MappingNode node, Place place, Problems problems) {
    var section = new Section(place, problems);
    node.getValue().forEach(section::take);
    return section;
  }

  private void take(NodeTuple tuple) {
    if (!(tuple.getKeyNode() instanceof ScalarNode keyNode)) {
      problems.add(Place.of(tuple.getKeyNode(), place.key()), "a key must be a word");
      return;
    }
    var name = keyNode.getValue();
    var at = Place.of(keyNode, below(name));
    var first = entries.get(name);
    if (first != null) {
      problems.add(at, "stands twice; first on line " + first.key.line());
      return;
    }
    entries.put(name, new Entry(at, Field.behind(at, tuple.getValueNode(), problems)));
  }

  private String below(String name) {
    return place.key().isEmpty() ? name : place.key() + "." + name;
  }

  /// How long something is waited for, [#SHORTEST_WAIT] to [#LONGEST_WAIT].
  Duration span(String name, Duration fallback) {
    return field(name).flatMap(f -> f.duration(SHORTEST_WAIT, LONGEST_WAIT)).orElse(fallback);
  }

  /// Adds a problem for every key that is none of `known`.
  void only(List<Key> known) {
    var names = known.stream().map(Key::name).toList();
    var later = Shape.LATER.getOrDefault(known, Set.of());
    entries.keySet().stream()
        .filter(name -> !names.contains(name))
        .forEach(name -> unknown(name, names, later));
  }

  private void unknown(String name, List<String> known, Set<String> later) {
    var message = "is not a key here";
    if (later.contains(name)) {
      message = "comes later: this version can't use it yet";
    } else if (SECRET.matcher(name).matches()) {
      message += ", and no secret ever stands in this file";
    }
    problems.add(placeOf(name), name, message, known);
  }

  /// The value of a key; empty if it is not there.
  Optional<Field> field(String name) {
    return Optional.ofNullable(entries.get(name)).map(Entry::value);
  }

  /// The value of a key that must be there.
  Optional<Field> required(String name) {
    var field = field(name);
    if (field.isEmpty()) {
      problems.add(new Place(place.line(), place.column(), below(name)), "is missing");
    }
    return field;
  }

  Problems problems() {
    return problems;
  }

  /// Where a key of this section stands.
  Place placeOf(String name) {
    return Optional.ofNullable(entries.get(name)).map(Entry::key).orElse(place);
  }

  /// Every key with its value, in the file's order.
  Map<String, Field> fields() {
    var fields = new LinkedHashMap<String, Field>();
    entries.forEach((name, entry) -> fields.put(name, entry.value));
    return fields;
  }
}
