package dev.interlock.index.chunk;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.parser.Parser;
import org.jsoup.select.NodeVisitor;

/// Walks a page and writes its text block by block. Thread: confined, for one page.
final class HtmlReader implements NodeVisitor {
  private static final Set<String> CELLS = Set.of("td", "th");
  private static final Set<String> HEADINGS = Set.of("h1", "h2", "h3", "h4", "h5", "h6");

  private final StringBuilder text = new StringBuilder();
  private final StringBuilder block = new StringBuilder();
  private final List<Unit> units = new ArrayList<>();
  private final HeadingPath path = new HeadingPath();
  private int[] spans = new int[64];
  private int count;
  private int blockStart;
  private int blockEnd;
  private int verbatim;

  HtmlText read(String html) {
    units.add(Unit.plain(0, Scope.FILE));
    Parser.htmlParser().setTrackPosition(true).parseInput(html, "").traverse(this);
    flush();
    return new HtmlText(text.toString(), Arrays.copyOf(spans, count * 2), List.copyOf(units));
  }

  @Override
  public void head(Node node, int depth) {
    if (node instanceof TextNode words) {
      add(words);
    } else if (node instanceof Element element) {
      if (breaks(element)) {
        flush();
      }
      verbatim += element.nameIs("pre") ? 1 : 0;
    }
  }

  @Override
  public void tail(Node node, int depth) {
    if (!(node instanceof Element element)) {
      return;
    }
    if (HEADINGS.contains(element.normalName())) {
      heading(element.normalName().charAt(1) - '0');
    } else if (breaks(element)) {
      flush();
    } else if (CELLS.contains(element.normalName())) {
      block.append(' ');
    }
    verbatim -= element.nameIs("pre") ? 1 : 0;
  }

  private static boolean breaks(Element element) {
    return (element.isBlock() && !CELLS.contains(element.normalName())) || element.nameIs("br");
  }

  private void add(TextNode node) {
    String words = node.getWholeText();
    int line = Math.max(1, node.sourceRange().start().lineNumber());
    int from = 0;
    while (from < words.length()) {
      int end = words.indexOf('\n', from);
      int to = end < 0 ? words.length() : end;
      append(words.substring(from, to), line);
      if (end >= 0) {
        block.append(' ');
        if (verbatim > 0) {
          flush();
        }
        line++;
      }
      from = to + 1;
    }
  }

  private void append(String words, int line) {
    if (!words.isBlank()) {
      blockStart = Blank.is(block, 0, block.length()) ? line : blockStart;
      blockEnd = line;
    }
    block.append(words);
  }

  private void heading(int level) {
    int line = count;
    String title = flush();
    if (!title.isEmpty()) {
      Unit unit = Unit.plain(line, path.enter(level, title));
      if (units.getLast().from() == line) {
        units.removeLast();
      }
      units.add(unit);
    }
  }

  /// Ends the open block; its text, empty if it showed none.
  private String flush() {
    String line = verbatim > 0 ? block.toString().stripTrailing() : oneSpaced(block.toString());
    block.setLength(0);
    if (Blank.is(line, 0, line.length())) {
      return "";
    }
    if (count * 2 == spans.length) {
      spans = Arrays.copyOf(spans, count * 4);
    }
    spans[count * 2] = blockStart;
    spans[count * 2 + 1] = blockEnd;
    count++;
    text.append(line).append('\n');
    return line;
  }

  private static String oneSpaced(String words) {
    return words.strip().replaceAll("\\s+", " ");
  }
}
