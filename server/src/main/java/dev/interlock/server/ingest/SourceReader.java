package dev.interlock.server.ingest;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/// Reads what a walk found, as it stands now: it may have grown, shrunk or gone since (C80).
///
/// Holds at most `maxBytes` + 1 bytes of a file, and the text made of them. Thread: any, no state.
public final class SourceReader {
  private static final int HEAD_BYTES = 8_192;

  private final FileAccess files;
  private final int maxBytes;

  /// A reader of this machine's disk.
  public SourceReader(WalkRules rules) {
    this(FileAccess.disk(), rules);
  }

  /// A reader of any file system.
  public SourceReader(FileAccess files, WalkRules rules) {
    this.files = files;
    this.maxBytes = Math.toIntExact(rules.maxBytes());
  }

  /// Reads one file. Never throws for what a file system can do.
  public ReadOutcome read(Walked.Found found) {
    FileFacts facts = files.look(found.file());
    return switch (facts.kind()) {
      case FILE -> facts.stamp().size() > maxBytes ? skipped(SkipReason.TOO_LARGE) : bytes(found);
      // something else took its place; the next walk tells what
      case FOLDER, LINK, GONE -> skipped(SkipReason.VANISHED);
      case OTHER -> skipped(SkipReason.SPECIAL_FILE);
      case UNREADABLE -> skipped(SkipReason.UNREADABLE);
    };
  }

  private ReadOutcome bytes(Walked.Found found) {
    try (InputStream in = files.open(found.file())) {
      byte[] head = in.readNBytes(Math.min(HEAD_BYTES, maxBytes + 1));
      var encoding = TextEncoding.of(head);
      if (!encoding.wide() && hasNul(head)) {
        return skipped(SkipReason.BINARY);
      }
      byte[] rest = in.readNBytes(maxBytes + 1 - head.length);
      return head.length + rest.length > maxBytes
          ? skipped(SkipReason.TOO_LARGE)
          : text(found.path(), Decoded.of(joined(head, rest), encoding), encoding);
    } catch (IOException e) {
      return skipped(SkipReason.of(e));
    }
  }

  private static ReadOutcome text(String path, Decoded decoded, TextEncoding encoding) {
    String name = path.substring(path.lastIndexOf('/') + 1);
    return TextShape.judge(name, decoded)
        .<ReadOutcome>map(ReadOutcome.Skipped::new)
        .orElseGet(() -> new ReadOutcome.Text(decoded.text(), warnings(path, decoded, encoding)));
  }

  private static List<String> warnings(String path, Decoded decoded, TextEncoding encoding) {
    var warnings = new ArrayList<String>();
    if (decoded.bad() > 0) {
      warnings.add(
          "%s: not %s at byte offset %d; %d %s replaced by U+FFFD"
              .formatted(
                  path,
                  encoding.charset().name(),
                  decoded.firstBad(),
                  decoded.bad(),
                  decoded.bad() == 1 ? "place" : "places"));
    }
    if (decoded.nuls() > 0) {
      warnings.add("%s: %d NUL replaced by U+FFFD".formatted(path, decoded.nuls()));
    }
    return warnings;
  }

  private static boolean hasNul(byte[] head) {
    for (byte b : head) {
      if (b == 0) {
        return true;
      }
    }
    return false;
  }

  private static byte[] joined(byte[] head, byte[] rest) {
    if (rest.length == 0) {
      return head;
    }
    byte[] all = new byte[head.length + rest.length];
    System.arraycopy(head, 0, all, 0, head.length);
    System.arraycopy(rest, 0, all, head.length, rest.length);
    return all;
  }

  private static ReadOutcome skipped(SkipReason reason) {
    return new ReadOutcome.Skipped(reason);
  }
}
