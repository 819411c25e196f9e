package dev.interlock.app.config;

import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;

/// YAML text as a tree whose nodes know their lines. Anchors and aliases are refused, and depth is
/// bounded, before any tree is built: a small file can't grow into a large one.
final class Yaml {
  /// Levels of nesting; the file's own shape needs five.
  static final int DEEPEST = 20;

  // Repeated keys, and keys that are no words, are found by Section, which can name their lines.
  private static final LoadSettings SETTINGS =
      LoadSettings.builder()
          .setAllowDuplicateKeys(true)
          .setAllowNonScalarKeys(true)
          .setCodePointLimit(SourceFile.MOST_BYTES + 1)
          .build();

  /// The root; empty for a file that says nothing, and for a broken one, whose problem is added.
  static Optional<Node> parse(String text, Problems problems) {
    try {
      return acceptable(text, problems)
          ? new Compose(SETTINGS).composeString(text)
          : Optional.empty();
    } catch (MarkedYamlEngineException e) {
      problems.add(placeOf(e), "is not YAML: " + wording(e));
    } catch (ReaderException e) {
      var place = new Place(lineAt(text, e.getPosition()), 0, "");
      problems.add(place, "holds a character that YAML does not allow");
    } catch (YamlEngineException e) {
      problems.add(Place.FILE, "is not YAML: " + e.getMessage());
    }
    return Optional.empty();
  }

  private static boolean acceptable(String text, Problems problems) {
    int depth = 0;
    for (Event event : new Parse(SETTINGS).parseString(text)) {
      depth += levels(event);
      if (depth > DEEPEST) {
        problems.add(placeOf(event), "is nested deeper than any setting");
        return false;
      }
      refuseAnchor(event, problems);
    }
    return problems.none();
  }

  private static int levels(Event event) {
    return switch (event) {
      case CollectionStartEvent _ -> 1;
      case CollectionEndEvent _ -> -1;
      case Event _ -> 0;
    };
  }

  private static void refuseAnchor(Event event, Problems problems) {
    if (event instanceof NodeEvent node && node.getAnchor().isPresent()) {
      problems.add(
          placeOf(event), "anchors and aliases (&name, *name) are not taken: repeat the value");
    }
  }

  private static Place placeOf(Event event) {
    return event.getStartMark().map(mark -> Place.of(mark, "")).orElse(Place.FILE);
  }

  private static Place placeOf(MarkedYamlEngineException e) {
    Optional<Mark> mark = e.getProblemMark().or(e::getContextMark);
    return mark.map(m -> Place.of(m, "")).orElse(Place.FILE);
  }

  private static String wording(MarkedYamlEngineException e) {
    return e.getProblem().contains("(TAB)")
        ? "a tab stands where only spaces may; indent with spaces"
        : e.getProblem();
  }

  private static int lineAt(String text, int codePoints) {
    int end = Math.min(text.length(), Math.max(0, codePoints));
    return 1 + (int) text.substring(0, end).chars().filter(c -> c == '\n').count();
  }

  private Yaml() {}
}
