package dev.interlock.it.tidy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Findings that stand: by a reason for good, or by a count that may only shrink.
///
/// A line of `allowed.txt` is `rule path reason`, where the path may be the beginning of several;
/// one of `baseline.txt` is `rule path count`.
final class Exceptions {
  private final Map<String, String> allowed = new LinkedHashMap<>();
  private final Map<String, Integer> baseline = new TreeMap<>();

  Exceptions(String allowedText, String baselineText) {
    for (var words : lines(allowedText)) {
      if (words.length < 3) {
        throw new IllegalArgumentException("no reason: " + String.join(" ", words));
      }
      allowed.put(words[0] + " " + words[1], words[2]);
    }
    for (var words : lines(baselineText)) {
      baseline.put(words[0] + " " + words[1], Integer.parseInt(words[2]));
    }
  }

  private static List<String[]> lines(String text) {
    return text.lines()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .map(line -> line.strip().split("\\s+", 3))
        .toList();
  }

  /// What is wrong: findings beyond the exceptions, and exceptions beyond the findings.
  List<String> complaints(List<Finding> findings) {
    var complaints = new ArrayList<String>();
    var counts = new HashMap<String, Integer>();
    var used = new HashMap<String, Boolean>();
    for (var finding : findings) {
      var by = allowedBy(finding);
      if (by.isEmpty()) {
        var key = finding.rule() + " " + finding.path();
        if (counts.merge(key, 1, Integer::sum) > baseline.getOrDefault(key, 0)) {
          complaints.add(finding.toString());
        }
      }
      by.forEach(key -> used.put(key, true));
    }
    allowed.keySet().stream()
        .filter(key -> !used.containsKey(key))
        .forEach(key -> complaints.add("allowed.txt has a line too many: " + key));
    baseline.forEach(
        (key, most) -> {
          int now = counts.getOrDefault(key, 0);
          if (now < most) {
            complaints.add("baseline.txt may shrink: %s %d, not %d".formatted(key, now, most));
          }
        });
    return complaints;
  }

  private List<String> allowedBy(Finding finding) {
    return allowed.keySet().stream()
        .filter(key -> (finding.rule() + " " + finding.path()).startsWith(key))
        .toList();
  }
}
