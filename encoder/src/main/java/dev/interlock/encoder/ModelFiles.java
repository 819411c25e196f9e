package dev.interlock.encoder;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;

/// The two files of one build of a model on the class path.
///
/// @param model its name, such as `all-minilm-l6-v2-q`, from which the files' names follow
record ModelFiles(String model) {
  /// How its makers say that tokens become one vector: BGE by the first, all others by the mean.
  Pooling pooling() {
    return model.startsWith("bge-") ? Pooling.FIRST : Pooling.MEAN;
  }

  /// The weights outside the heap, where 23 MB can be given back at once.
  ByteBuffer weights(Arena arena) throws IOException {
    try (Resource resource = Resource.open("/" + model + ".onnx");
        ReadableByteChannel channel = Channels.newChannel(resource.content())) {
      ByteBuffer bytes =
          arena.allocate(resource.size()).asByteBuffer().order(ByteOrder.nativeOrder());
      while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
        // Until the buffer is full or the file has ended.
      }
      if (bytes.hasRemaining()) {
        throw new IOException(model + ".onnx ends " + bytes.remaining() + " bytes early");
      }
      return bytes.flip();
    }
  }

  /// The tokenizer's file without its cut at 128, its padding and its special spellings.
  ///
  /// Without the spellings, a text that holds `[SEP]` or `[MASK]` is encoded as these characters
  /// and cannot end or blank itself. The frame of `[CLS]` and `[SEP]` around each text comes from
  /// another part of the file and stays.
  String tokenizer() throws IOException {
    try (Resource resource = Resource.open("/" + model + "-tokenizer.json")) {
      return uncut(new String(resource.content().readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  private String uncut(String json) throws IOException {
    int from = json.indexOf("\"truncation\"");
    int to = json.indexOf("\"normalizer\"", from);
    int padding = json.indexOf("\"padding\"", from);
    int spellings = json.indexOf("\"added_tokens\"", from);
    if (from < 0 || padding < from || spellings < padding || to < spellings) {
      throw new IOException(model + "-tokenizer.json is laid out in another way than expected");
    }
    return json.substring(0, from)
        + "\"truncation\": null, \"padding\": null, \"added_tokens\": [], "
        + json.substring(to);
  }
}
