package dev.interlock.encoder;

import java.nio.file.Path;

/// Where the tests of this module unpack native code: kept between runs, since it is 45 MB.
final class Unpacked {
  static final Path FOLDER = Path.of("target", "unpacked");

  private Unpacked() {}

  /// The real tokenizer of the quantised model.
  static Lazy<WordPiece> tokenizer() {
    return new Lazy<>(
        () -> {
          NativeLibraries.load(FOLDER);
          return WordPiece.load(new ModelFiles(EmbeddedEncoder.MODEL));
        });
  }
}
