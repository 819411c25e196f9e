package dev.interlock.runtime.store;

/// Ids of requests: `req_` and eight letters and digits that a person can type, in the order in
/// which they were given.
///
/// An id is a number in base 32 (Crockford's, without i, l, o and u): the number of its block and
/// its place in it. Blocks are numbered by the seconds since 2026, so that two homes seldom give
/// the same id, and on from there where a second needs more than one; good until 2060.
///
/// Thread: any, pure.
final class RequestIds {
  /// Ids in one block.
  static final int BLOCK = 1 << 10;

  private static final String PREFIX = "req_";
  private static final String ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
  private static final int DIGITS = 8;
  private static final int PLACE_BITS = 10;
  private static final long SECONDS_2026 = 1_767_225_600L;

  private RequestIds() {}

  /// Where an id stands.
  ///
  /// @param block the number of its block
  /// @param place 0 to [#BLOCK] - 1
  record Place(long block, int place) {}

  /// The id at a place of a block.
  static String text(long block, int place) {
    var text = new char[PREFIX.length() + DIGITS];
    PREFIX.getChars(0, PREFIX.length(), text, 0);
    long rest = (block << PLACE_BITS) | place;
    for (int i = text.length - 1; i >= PREFIX.length(); i--) {
      text[i] = ALPHABET.charAt((int) (rest & 31));
      rest >>>= 5;
    }
    return new String(text);
  }

  /// Where an id stands; of a text that is none, block -1, which never is.
  static Place place(String id) {
    if (id.length() != PREFIX.length() + DIGITS || !id.startsWith(PREFIX)) {
      return new Place(-1, 0);
    }
    long number = 0;
    for (int i = PREFIX.length(); i < id.length(); i++) {
      int digit = ALPHABET.indexOf(id.charAt(i));
      if (digit < 0) {
        return new Place(-1, 0);
      }
      number = number << 5 | digit;
    }
    return new Place(number >>> PLACE_BITS, (int) (number & (BLOCK - 1)));
  }

  /// The least number that a block may have which is made at that time.
  ///
  /// @param epochSecond seconds since 1970
  static long blockAt(long epochSecond) {
    return Math.max(0, epochSecond - SECONDS_2026);
  }
}
