package dev.interlock.bench;

import dev.interlock.core.table.Chunk;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.analysis.standard.StandardAnalyzer;

/// Bare Lucene in a JVM of its own that has done nothing before, as a first job finds the server's.
final class Cold {
  private Cold() {}

  /// What a new process takes to index the chunks, its JIT compilers included.
  ///
  /// @return seconds of CPU, start of the JVM and reading the chunks left out
  static double seconds(List<Chunk> chunks, Path folder) {
    var file = folder.resolve("chunks");
    Disk.writeBytes(file, bytes(chunks));
    var answer =
        Disk.ownJava(Cold.class.getName(), file.toString(), folder.resolve("index").toString());
    return Long.parseLong(answer.strip()) / 1e9;
  }

  /// The other process: prints nanoseconds of CPU.
  static void main(String... args) {
    var documents = documents(Disk.readBytes(Path.of(args[0])));
    var cpu = BareWords.index(documents, new StandardAnalyzer(), Path.of(args[1]));
    Disk.print(Long.toString(cpu.total()));
  }

  private static byte[] bytes(List<Chunk> chunks) {
    var bytes = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(bytes)) {
      out.writeInt(chunks.size());
      for (var chunk : chunks) {
        out.writeUTF(chunk.id());
        out.writeUTF(chunk.path());
        var text = chunk.text().getBytes(StandardCharsets.UTF_8);
        out.writeInt(text.length);
        out.write(text);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static List<BareWords.Doc> documents(byte[] bytes) {
    try (var in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      int count = in.readInt();
      var documents = new ArrayList<BareWords.Doc>(count);
      for (int i = 0; i < count; i++) {
        var id = in.readUTF();
        var path = in.readUTF();
        var text = new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
        documents.add(new BareWords.Doc(id, path, text));
      }
      return documents;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
