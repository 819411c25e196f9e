package dev.interlock.index.chunk;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads the sections of Markdown: one unit from each heading to the next, its names the path of
/// headings. Nothing inside fenced code or front matter is a heading, and fences are held together.
final class MarkdownOutline {
  private static final Pattern FENCE = Pattern.compile(" {0,3}(`{3,}|~{3,})(.*)", Pattern.DOTALL);
  private static final Pattern HASHES =
      Pattern.compile(" {0,3}(#{1,6})(?:[ \t]+(.*?))??(?:[ \t]+#+)?[ \t]*");
  private static final Pattern UNDERLINE = Pattern.compile(" {0,3}(=+|-{2,})[ \t]*");
  private static final Pattern BLOCK_START =
      Pattern.compile("\\s*(?:[-*+>|]|\\d+[.)][ \t]| {4}|\t).*");
  private static final Pattern LINK = Pattern.compile("!?\\[([^\\]]*)\\]\\([^)]*\\)");

  private final Lines lines;
  private final List<Unit> units = new ArrayList<>();
  private final HeadingPath path = new HeadingPath();

  private MarkdownOutline(Lines lines) {
    this.lines = lines;
  }

  static List<Unit> read(Lines lines) {
    return new MarkdownOutline(lines).read();
  }

  private List<Unit> read() {
    int line = frontMatter();
    while (line < lines.count()) {
      String text = lines.line(line);
      Optional<String> fence = fence(text);
      if (fence.isPresent()) {
        int end = fenceEnd(line + 1, fence.get());
        lines.hold(line + 1, end);
        line = end;
      } else {
        heading(line, text);
        line++;
      }
    }
    return units;
  }

  private static Optional<String> fence(String text) {
    Matcher m = FENCE.matcher(text);
    boolean opens = m.matches() && !(m.group(1).startsWith("`") && m.group(2).contains("`"));
    return opens ? Optional.of(m.group(1)) : Optional.empty();
  }

  /// The line behind a fence's closing one; the end of the text if it is never closed.
  private int fenceEnd(int from, String opening) {
    for (int line = from; line < lines.count(); line++) {
      Matcher m = FENCE.matcher(lines.line(line));
      if (m.matches() && m.group(1).startsWith(opening) && m.group(2).isBlank()) {
        return line + 1;
      }
    }
    return lines.count();
  }

  private int frontMatter() {
    if (lines.count() > 0 && lines.line(0).strip().equals("---")) {
      for (int line = 1; line < lines.count() && !lines.blank(line); line++) {
        if (lines.line(line).strip().equals("---")) {
          return line + 1;
        }
      }
    }
    return 0;
  }

  private void heading(int line, String text) {
    Matcher hashes = HASHES.matcher(text);
    if (hashes.matches()) {
      String title = hashes.group(2) == null ? "" : hashes.group(2);
      units.add(Unit.plain(line, path.enter(hashes.group(1).length(), inline(title))));
      return;
    }
    Matcher underline = UNDERLINE.matcher(text);
    if (underline.matches() && isTitle(line - 1)) {
      int level = underline.group(1).startsWith("=") ? 1 : 2;
      units.add(Unit.plain(line - 1, path.enter(level, inline(lines.line(line - 1)))));
      lines.hold(line, line + 1);
    }
  }

  /// A line that stands alone and opens no other block.
  private boolean isTitle(int line) {
    return line >= 0
        && !lines.blank(line)
        && (line == 0 || lines.blank(line - 1))
        && !BLOCK_START.matcher(lines.line(line)).matches()
        && (units.isEmpty() || units.getLast().from() < line);
  }

  private static String inline(String title) {
    return LINK.matcher(title).replaceAll("$1").replaceAll("[`*]", "").strip();
  }
}
