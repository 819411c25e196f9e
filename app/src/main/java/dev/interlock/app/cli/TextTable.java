package dev.interlock.app.cli;

import java.util.ArrayList;
import java.util.List;

/// Columns of text, as wide as their widest cell.
final class TextTable {
  private final List<String> head;
  private final List<List<String>> rows = new ArrayList<>();

  TextTable(String... head) {
    this.head = List.of(head);
  }

  void row(String... cells) {
    rows.add(List.of(cells));
  }

  String render(Console console) {
    var text = new StringBuilder(console.bold(line(head))).append('\n');
    rows.forEach(row -> text.append(line(row)).append('\n'));
    return text.toString();
  }

  private String line(List<String> cells) {
    var line = new StringBuilder();
    for (int column = 0; column < cells.size(); column++) {
      line.append(cells.get(column))
          .append(" ".repeat(width(column) - cells.get(column).length() + 2));
    }
    return line.toString().stripTrailing();
  }

  private int width(int column) {
    return rows.stream()
        .mapToInt(row -> row.get(column).length())
        .reduce(head.get(column).length(), Math::max);
  }
}
