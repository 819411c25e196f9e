package dev.interlock.bench;

import dev.interlock.core.table.Chunk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.FSDirectory;

/// What Lucene alone takes to make chunks searchable by their words: one document each with id,
/// path and text, all three stored, one thread, one commit.
final class BareWords {
  private BareWords() {}

  /// What is kept of a chunk.
  record Doc(String id, String path, String text) {
    static List<Doc> of(List<Chunk> chunks) {
      return chunks.stream().map(c -> new Doc(c.id(), c.path(), c.text())).toList();
    }
  }

  /// Indexes the chunks below an empty folder.
  ///
  /// @return what it cost
  static Cpu index(List<Doc> chunks, Analyzer analyzer, Path folder) {
    var before = Cpu.now();
    try (var directory = FSDirectory.open(folder);
        var writer = new IndexWriter(directory, new IndexWriterConfig(analyzer))) {
      for (var chunk : chunks) {
        writer.addDocument(document(chunk));
      }
      writer.commit();
      try (var reader = DirectoryReader.open(directory)) {
        if (reader.numDocs() != chunks.size()) {
          throw new IllegalStateException(reader.numDocs() + " documents");
        }
      }
      return Cpu.now().since(before);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Document document(Doc chunk) {
    var document = new Document();
    document.add(new StringField("id", chunk.id(), Field.Store.YES));
    document.add(new StringField("path", chunk.path(), Field.Store.YES));
    document.add(new TextField("body", chunk.text(), Field.Store.YES));
    return document;
  }
}
