package dev.interlock.wire.relay;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/// The key of a cloud account (A14). It is held once, as bytes that [#close] overwrites: no text,
/// no pattern and no header is ever made of it, so whoever shows, compares or dumps one learns
/// nothing.
///
/// Thread: any; closed by its holder, when nobody sends with it any more.
public final class CloudKey implements AutoCloseable {
  /// Longest key, in characters; servers read heads of 8 KiB.
  public static final int LONGEST = 4_096;

  private static final String BEARER = "Bearer ";
  private static final byte[] HIDDEN = "[key]".getBytes(StandardCharsets.US_ASCII);
  private static final int FINGERPRINT_BYTES = 12;
  private static final int UNICODE_ESCAPE = 6;
  private static final byte LEAST = '!';
  private static final byte MOST = '~';

  private final byte[] bytes;

  private CloudKey(byte[] bytes) {
    this.bytes = bytes;
  }

  /// Takes a key over: the given array is overwritten.
  ///
  /// @throws IllegalArgumentException if it can't be sent; its message does not hold the key
  public static CloudKey take(byte[] key) {
    var wrong = unfit(key);
    if (wrong.isPresent()) {
      throw new IllegalArgumentException("the key " + wrong.get());
    }
    var taken = new CloudKey(key.clone());
    Arrays.fill(key, (byte) 0);
    return taken;
  }

  /// Why such a key can't be sent, to be read after "the key"; the key is not in it.
  public static Optional<String> unfit(byte[] key) {
    if (key.length == 0) {
      return Optional.of("is empty");
    }
    if (key.length > LONGEST) {
      return Optional.of("is longer than %d characters".formatted(LONGEST));
    }
    for (byte b : key) {
      if (b < LEAST || b > MOST) {
        return Optional.of("holds a blank, a control character or a letter beyond ASCII");
      }
    }
    return Optional.empty();
  }

  /// The value of `authorization`, read out of the key as it is written to the wire. Only for the
  /// call's own head: unlike the key, it shows what it is.
  public CharSequence authorization() {
    return new Header(bytes, 0, BEARER.length() + bytes.length);
  }

  /// Which key it is, for who knows the salt: the same key gives the same word, and no word gives a
  /// key.
  public String fingerprint(byte[] salt) {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      digest.update(salt);
      digest.update(bytes);
      return HexFormat.of().formatHex(digest.digest(), 0, FINGERPRINT_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /// A text without the key: a provider may repeat it in its refusal (C46).
  public String without(String text) {
    var body = text.getBytes(StandardCharsets.UTF_8);
    var cut = without(body);
    return Arrays.equals(cut, body) ? text : new String(cut, StandardCharsets.UTF_8);
  }

  /// A body without the key, as it is and as JSON may write it: each character bare, behind a
  /// backslash, or as its number. The same array where it does not hold the key.
  public byte[] without(byte[] body) {
    byte[] cut = body;
    int at = 0;
    while (at < cut.length) {
      int end = end(cut, at);
      if (end < 0) {
        at++;
      } else {
        var next = new byte[cut.length - (end - at) + HIDDEN.length];
        System.arraycopy(cut, 0, next, 0, at);
        System.arraycopy(HIDDEN, 0, next, at, HIDDEN.length);
        System.arraycopy(cut, end, next, at + HIDDEN.length, cut.length - end);
        cut = next;
        at += HIDDEN.length;
      }
    }
    return cut;
  }

  /// Where the key ends that begins there; -1 if none does.
  private int end(byte[] body, int from) {
    int at = from;
    for (byte wanted : bytes) {
      int length = spelled(body, at, wanted);
      if (length == 0) {
        return -1;
      }
      at += length;
    }
    return at;
  }

  /// How many bytes spell this character there; 0 if none do.
  private static int spelled(byte[] body, int at, byte wanted) {
    if (at >= body.length) {
      return 0;
    }
    if (body[at] == '\\' && at + 1 < body.length) {
      if (body[at + 1] == 'u' && at + UNICODE_ESCAPE <= body.length && isNumber(body, at, wanted)) {
        return UNICODE_ESCAPE;
      }
      if (body[at + 1] == wanted) {
        return 2;
      }
    }
    return body[at] == wanted ? 1 : 0;
  }

  private static boolean isNumber(byte[] body, int at, byte wanted) {
    return body[at + 2] == '0'
        && body[at + 3] == '0'
        && Character.digit(body[at + 4], 16) == wanted >> 4
        && Character.digit(body[at + 5], 16) == (wanted & 0xF);
  }

  /// The key as characters, for the frame that carries it; to be overwritten by who asked.
  char[] characters() {
    var characters = new char[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      characters[i] = (char) bytes[i];
    }
    return characters;
  }

  /// Overwrites the key.
  @Override
  public void close() {
    Arrays.fill(bytes, (byte) 0);
  }

  @Override
  public String toString() {
    return "CloudKey[hidden]";
  }

  /// The header's characters where they lie.
  private record Header(byte[] key, int from, int to) implements CharSequence {
    @Override
    public int length() {
      return to - from;
    }

    @Override
    public char charAt(int index) {
      int at = from + index;
      if (index < 0 || at >= to) {
        throw new IndexOutOfBoundsException(index);
      }
      return at < BEARER.length() ? BEARER.charAt(at) : (char) key[at - BEARER.length()];
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      if (start < 0 || end < start || from + end > to) {
        throw new IndexOutOfBoundsException(start);
      }
      return new Header(key, from + start, from + end);
    }

    /// The client makes a text of each header for the moment in which it is written.
    @Override
    public String toString() {
      var text = new StringBuilder(length());
      for (int i = 0; i < length(); i++) {
        text.append(charAt(i));
      }
      return text.toString();
    }
  }
}
