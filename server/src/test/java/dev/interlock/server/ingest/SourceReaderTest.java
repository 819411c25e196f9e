package dev.interlock.server.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SourceReaderTest {
  private static final WalkRules SMALL = new WalkRules(true, 20_000, Set.of());
  private static final String SETTINGS =
      """
      export interface Settings {
        show: boolean;
        message: string;
      }
      """;

  @TempDir Path temp;

  @Test
  @DisplayName("C76: blank files are skipped as empty")
  void blankFilesAreEmpty() {
    assertThat(read("blank.md", "\n\n\n")).isEqualTo(skipped(SkipReason.EMPTY));
    assertThat(read("wide.md", "\u00a0\u200b\u3000\t\r\n")).isEqualTo(skipped(SkipReason.EMPTY));
    assertThat(read("mark.md", "\ufeff")).isEqualTo(skipped(SkipReason.EMPTY));
    assertThat(read("dot.md", "\n.\n")).isEqualTo(text("\n.\n"));
  }

  @Test
  @DisplayName("C80: a file that went between walk and reading is skipped as vanished")
  void vanishedFileIsSkipped() throws IOException {
    Walked.Found found = found("x.txt", "text");
    Files.delete(found.file());
    assertThat(reader().read(found)).isEqualTo(skipped(SkipReason.VANISHED));
  }

  @Test
  @DisplayName("C80: a file cut while it is read is taken at its new size")
  void truncatedFileIsReadAtItsNewSize() {
    Walked.Found found = found("x.txt", "a long text");
    var files = new FaultyAccess().give(found.file(), utf8("a long"));
    assertThat(new SourceReader(files, SMALL).read(found)).isEqualTo(text("a long"));
  }

  @Test
  @DisplayName("C80: a file cut to nothing while it is read is skipped as empty")
  void emptiedFileIsSkipped() {
    Walked.Found found = found("x.txt", "a long text");
    var files = new FaultyAccess().give(found.file(), new byte[0]);
    assertThat(new SourceReader(files, SMALL).read(found)).isEqualTo(skipped(SkipReason.EMPTY));
  }

  @Test
  @DisplayName("C80: a file replaced by a folder or a link is skipped as vanished")
  void replacedFileIsSkipped() throws IOException {
    Walked.Found found = found("x.txt", "text");
    Files.delete(found.file());
    Files.createDirectory(found.file());
    assertThat(reader().read(found)).isEqualTo(skipped(SkipReason.VANISHED));
    Files.delete(found.file());
    Files.createSymbolicLink(found.file(), temp.resolve("elsewhere"));
    assertThat(reader().read(found)).isEqualTo(skipped(SkipReason.VANISHED));
  }

  @Test
  @DisplayName("C80: a file that breaks while it is read is skipped as unreadable")
  void breakingFileIsUnreadable() {
    Walked.Found found = found("x.txt", "text");
    var files = new FaultyAccess().give(found.file(), new Broken());
    assertThat(new SourceReader(files, SMALL).read(found))
        .isEqualTo(skipped(SkipReason.UNREADABLE));
  }

  @Test
  @DisplayName("C83: 101 MB are not read: skipped by a look, without an open")
  void hugeFileIsNotOpened() throws IOException {
    Walked.Found found = found("big.txt", "x");
    try (var file = new RandomAccessFile(found.file().toFile(), "rw")) {
      file.setLength(101_000_000);
    }
    var files = new FaultyAccess();
    assertThat(new SourceReader(files, WalkRules.DEFAULTS).read(found))
        .isEqualTo(skipped(SkipReason.TOO_LARGE));
    assertThat(files.opened()).isEmpty();
  }

  @Test
  @DisplayName("C83: a file that grows while it is read is let go one byte over the cap")
  void growingFileIsLetGoAtTheCap() {
    Walked.Found found = found("log.txt", "x");
    var endless = new Endless();
    var files = new FaultyAccess().give(found.file(), endless);
    assertThat(new SourceReader(files, SMALL).read(found)).isEqualTo(skipped(SkipReason.TOO_LARGE));
    assertThat(endless.given).isEqualTo(20_001);
  }

  @Test
  @DisplayName("C83: a file at the cap is read whole")
  void fileAtTheCapIsRead() {
    assertThat(read("x.txt", "x".repeat(20_000))).isEqualTo(text("x".repeat(20_000)));
    assertThat(read("x.txt", "x".repeat(20_001))).isEqualTo(skipped(SkipReason.TOO_LARGE));
  }

  @Test
  @DisplayName("C83: a file that nobody may read is skipped as unreadable")
  void refusedFileIsUnreadable() {
    Walked.Found found = found("x.txt", "text");
    var files = new FaultyAccess().refuse(found.file());
    assertThat(new SourceReader(files, SMALL).read(found))
        .isEqualTo(skipped(SkipReason.UNREADABLE));
  }

  @Test
  @DisplayName("C83: the rights on disk decide, for whoever they bind (not for root)")
  void rightsOnDiskDecide() throws IOException {
    Walked.Found found = found("x.txt", "text");
    Files.setPosixFilePermissions(found.file(), PosixFilePermissions.fromString("---------"));
    assertThat(reader().read(found))
        .isEqualTo(Files.isReadable(found.file()) ? text("text") : skipped(SkipReason.UNREADABLE));
  }

  @Test
  @DisplayName("C84: one wrong byte costs that byte, and one warning names file and offset")
  void aWrongByteIsReplacedAndTold() {
    assertThat(
            readBytes("notes.txt", bytes(utf8("cost 5"), new byte[] {(byte) 0xa2}, utf8(" each"))))
        .isEqualTo(
            new ReadOutcome.Text(
                "cost 5\ufffd each",
                List.of("notes.txt: not UTF-8 at byte offset 6; 1 place replaced by U+FFFD")));
  }

  @Test
  @DisplayName("C84: many wrong bytes are one warning, and the offset counts a mark")
  void manyWrongBytesAreOneWarning() {
    byte[] bytes =
        bytes(hex("efbbbf"), utf8("grüße, aber "), hex("fc6e64"), utf8(" sonst "), hex("fc"));
    assertThat(readBytes("a.txt", bytes))
        .isEqualTo(
            new ReadOutcome.Text(
                "grüße, aber \ufffdnd sonst \ufffd",
                List.of("a.txt: not UTF-8 at byte offset 17; 2 places replaced by U+FFFD")));
  }

  @ParameterizedTest
  @CsvSource({
    "UTF-16LE, fffe",
    "UTF-16BE, feff",
    "UTF-8, efbbbf",
    "UTF-32LE, fffe0000",
    "UTF-32BE, 0000feff"
  })
  @DisplayName("C85: marked encodings give the same text, without U+FEFF and U+0000")
  void markedEncodingsAreDecoded(String charset, String mark) {
    byte[] bytes = bytes(hex(mark), SETTINGS.getBytes(Charset.forName(charset)));
    assertThat(readBytes("settings.ts", bytes)).isEqualTo(text(SETTINGS));
  }

  @Test
  @DisplayName("C85: marks inside a text go, NULs and lone surrogates become U+FFFD, lines stay")
  void textHasNoMarksNulsOrLoneSurrogates() {
    char[] utf16 = {
      '\ufeff', 'a', '\n', '\ufeff', 'b', '\0', 'c', '\r', '\ud800', 'd', '\r', '\n', 'e'
    };
    byte[] bytes = new String(utf16, 0, 8).getBytes(StandardCharsets.UTF_16LE);
    byte[] lone = hex("00d8");
    byte[] rest = new String(utf16, 9, 4).getBytes(StandardCharsets.UTF_16LE);
    assertThat(readBytes("a.txt", bytes(bytes, lone, rest)))
        .isEqualTo(
            new ReadOutcome.Text(
                "a\nb\ufffdc\r\ufffdd\r\ne",
                List.of(
                    "a.txt: not UTF-16LE at byte offset 16; 1 place replaced by U+FFFD",
                    "a.txt: 1 NUL replaced by U+FFFD")));
  }

  @Test
  @DisplayName("C85: an odd last byte of UTF-16 is replaced and told")
  void oddLastByteIsReplaced() {
    assertThat(readBytes("a.txt", bytes(hex("fffe"), utf8("a\0b\0c\0d\0e"))))
        .isEqualTo(
            new ReadOutcome.Text(
                "abcd\ufffd",
                List.of("a.txt: not UTF-16LE at byte offset 10; 1 place replaced by U+FFFD")));
  }

  @Test
  void surrogatesWrittenAsUtf8AreReplaced() {
    assertThat(readBytes("a.txt", bytes(utf8("abcdefghijklmnop"), hex("eda080"), utf8("q"))))
        .isInstanceOfSatisfying(
            ReadOutcome.Text.class,
            read -> assertThat(read.text()).matches("abcdefghijklmnop\ufffd+q"));
  }

  @Test
  void nulBytesNearTheStartAreBinary() {
    assertThat(readBytes("a.bin", bytes(utf8("x".repeat(8_191)), new byte[1], utf8("y"))))
        .isEqualTo(skipped(SkipReason.BINARY));
    assertThat(readBytes("noMark.txt", "text".getBytes(StandardCharsets.UTF_16LE)))
        .isEqualTo(skipped(SkipReason.BINARY));
  }

  @Test
  void aNulFarInIsReplacedAndTold() {
    assertThat(readBytes("a.log", bytes(utf8("x".repeat(8_192)), new byte[1], utf8("y"))))
        .isEqualTo(
            new ReadOutcome.Text(
                "x".repeat(8_192) + "\ufffdy", List.of("a.log: 1 NUL replaced by U+FFFD")));
  }

  @Test
  void manyControlCharactersAreBinary() {
    assertThat(read("a.dat", "ab\u0001\u0002".repeat(50))).isEqualTo(skipped(SkipReason.BINARY));
    assertThat(read("color.log", "\u001b[31mred\u001b[0m\n".repeat(50)))
        .isInstanceOf(ReadOutcome.Text.class);
  }

  @Test
  void textInAnotherAlphabetsOldEncodingIsSaidToBeUnknown() {
    byte[] russian = "Привет, как дела? Хорошо.".getBytes(Charset.forName("windows-1251"));
    assertThat(readBytes("a.txt", russian)).isEqualTo(skipped(SkipReason.UNKNOWN_ENCODING));
    byte[] german = "Grüße aus Köln, wo alles anders ist".getBytes(StandardCharsets.ISO_8859_1);
    assertThat(readBytes("a.txt", german)).isInstanceOf(ReadOutcome.Text.class);
  }

  @Test
  void lineEndsStayAsTheyAre() {
    assertThat(read("a.txt", "a\rb\r\nc\nd")).isEqualTo(text("a\rb\r\nc\nd"));
  }

  private ReadOutcome read(String name, String content) {
    return readBytes(name, utf8(content));
  }

  private ReadOutcome readBytes(String name, byte[] content) {
    return reader().read(found(name, content));
  }

  private static SourceReader reader() {
    return new SourceReader(SMALL);
  }

  private Walked.Found found(String name, String content) {
    return found(name, utf8(content));
  }

  private Walked.Found found(String name, byte[] content) {
    Path file = new Tree(temp).bytes(name, content).root().resolve(name);
    return new Walked.Found(name, file, content.length, FileAccess.disk().look(file).stamp());
  }

  private static ReadOutcome text(String text) {
    return new ReadOutcome.Text(text, List.of());
  }

  private static ReadOutcome skipped(SkipReason reason) {
    return new ReadOutcome.Skipped(reason);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] hex(String hex) {
    return HexFormat.of().parseHex(hex);
  }

  private static byte[] bytes(byte[]... parts) {
    var all = ByteBuffer.allocate(100_000);
    for (byte[] part : parts) {
      all.put(part);
    }
    byte[] bytes = new byte[all.flip().remaining()];
    all.get(bytes);
    return bytes;
  }

  /// A file that never ends, and counts what was taken of it.
  private static final class Endless extends InputStream {
    private long given;

    @Override
    public int read() {
      given++;
      return 'x';
    }

    @Override
    public int read(byte[] into, int offset, int length) {
      given += length;
      return new ByteArrayInputStream("x".repeat(length).getBytes(StandardCharsets.UTF_8))
          .readNBytes(into, offset, length);
    }
  }

  /// A file whose disk fails at the first byte.
  private static final class Broken extends InputStream {
    @Override
    public int read() throws IOException {
      throw new IOException("stale file handle");
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      return read();
    }
  }
}
