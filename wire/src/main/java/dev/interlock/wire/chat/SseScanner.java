package dev.interlock.wire.chat;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;

/// Finds the events of a stream whose bytes come in pieces of any size (WHATWG; wire-formats
/// §12.3), and keeps the bytes, so that they can be passed on as they came.
///
/// ```java
/// scanner.put(bytes);
/// while (scanner.next()) { ... scanner.data(), scanner.from(), scanner.to() ... }
/// pass(scanner.kept(), 0, scanner.whole());
/// scanner.release();
/// ```
///
/// Thread: one owner.
public final class SseScanner {
  /// Longest event, and most bytes that are kept, in bytes.
  public static final int MOST_BYTES = 16 << 20;

  private static final byte[] DATA = {'d', 'a', 't', 'a'};
  private static final byte[] NO_BYTES = {};
  private static final int FIRST_ROOM = 2_048;

  private byte[] kept = NO_BYTES;

  /// Whether the kept bytes are another's.
  private boolean lent;

  private int length;
  private int at;
  private int lineStart;
  private int whole;
  private boolean afterCr;
  private boolean beforeFirstLine = true;

  private int start;
  private int dataLines;
  private int dataFrom;
  private int dataTo;
  private ByteArrayOutputStream joined = new ByteArrayOutputStream(0);
  private byte[] data = NO_BYTES;
  private int from;
  private int to;

  /// Takes a piece. It is not copied if nothing is kept, as between two events.
  ///
  /// @param bytes must stay as they are until the next [#release]
  /// @return false, with nothing taken, if too much would be kept
  public boolean put(byte[] bytes) {
    int count = bytes.length;
    if (count > MOST_BYTES - length) {
      return false;
    }
    if (length == 0) {
      kept = bytes;
      lent = true;
    } else {
      if (lent || length + count > kept.length) {
        kept = Arrays.copyOf(kept, Math.max(length + count, Math.max(FIRST_ROOM, 2 * length)));
        lent = false;
      }
      System.arraycopy(bytes, 0, kept, length, count);
    }
    length += count;
    return true;
  }

  /// Goes on to the next event that is whole; comments and events without data are passed over.
  public boolean next() {
    while (at < length) {
      byte b = kept[at];
      if (afterCr) {
        afterCr = false;
        if (b == '\n') {
          secondOfPair();
          continue;
        }
      }
      if (b != '\n' && b != '\r') {
        at++;
        continue;
      }
      int end = at++;
      afterCr = b == '\r';
      if (line(end)) {
        return true;
      }
    }
    return false;
  }

  /// The LF of a CRLF belongs to the line before it.
  private void secondOfPair() {
    boolean fresh = lineStart == whole;
    at++;
    lineStart = at;
    if (fresh) {
      whole = at;
    }
  }

  /// After the end of the input: some servers leave the last blank line out, though the standard
  /// drops such an event.
  ///
  /// @return whether there is such an event
  public boolean last() {
    if (lineStart < length) {
      line(length);
    }
    at = length;
    lineStart = length;
    return dispatch();
  }

  /// Ends a line; says whether it ended an event with data.
  private boolean line(int end) {
    int begin = lineStart;
    lineStart = at;
    if (beforeFirstLine) {
      beforeFirstLine = false;
      begin += startsWithMark(begin, end) ? 3 : 0;
    }
    if (begin == end) {
      return dispatch();
    }
    if (isData(begin, end)) {
      int value = begin + DATA.length;
      if (value < end) {
        value++;
      }
      if (value < end && kept[value] == ' ') {
        value++;
      }
      addData(value, end);
    }
    return false;
  }

  private boolean startsWithMark(int begin, int end) {
    return end - begin >= 3
        && kept[begin] == (byte) 0xEF
        && kept[begin + 1] == (byte) 0xBB
        && kept[begin + 2] == (byte) 0xBF;
  }

  private boolean isData(int begin, int end) {
    int after = begin + DATA.length;
    return after <= end
        && Arrays.equals(kept, begin, after, DATA, 0, DATA.length)
        && (after == end || kept[after] == ':');
  }

  private void addData(int begin, int end) {
    if (dataLines == 1) {
      joined = new ByteArrayOutputStream();
      joined.write(kept, dataFrom, dataTo - dataFrom);
    }
    if (dataLines > 0) {
      joined.write('\n');
      joined.write(kept, begin, end - begin);
    }
    dataLines++;
    dataFrom = begin;
    dataTo = end;
  }

  private boolean dispatch() {
    int lines = dataLines;
    start = whole;
    whole = at;
    dataLines = 0;
    if (lines == 0) {
      return false;
    }
    data = lines == 1 ? kept : joined.toByteArray();
    from = lines == 1 ? dataFrom : 0;
    to = lines == 1 ? dataTo : data.length;
    return true;
  }

  /// The bytes that hold the event's data, from [#from] to [#to]; valid until the next call of
  /// another method.
  public byte[] data() {
    return data;
  }

  /// The data's first byte.
  public int from() {
    return from;
  }

  /// The byte after the data's last.
  public int to() {
    return to;
  }

  /// Where the event's lines begin among the kept bytes.
  public int start() {
    return start;
  }

  /// How many of the kept bytes belong to whole events and comments, the present event included.
  public int whole() {
    return whole;
  }

  /// How many bytes are kept.
  public int length() {
    return length;
  }

  /// The kept bytes; valid until the next [#put] or [#release].
  public byte[] kept() {
    return kept;
  }

  /// Lets go of the bytes of whole events.
  public void release() {
    int rest = length - whole;
    if (lent) {
      kept =
          rest == 0
              ? NO_BYTES
              : Arrays.copyOfRange(kept, whole, whole + Math.max(rest, FIRST_ROOM));
      lent = false;
    } else {
      System.arraycopy(kept, whole, kept, 0, rest);
    }
    at -= whole;
    lineStart -= whole;
    dataFrom -= whole;
    dataTo -= whole;
    length = rest;
    start = 0;
    whole = 0;
  }
}
