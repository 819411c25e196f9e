package dev.interlock.index.table;

import dev.interlock.core.table.Chunk;
import dev.interlock.core.table.Provenance;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.VectorSimilarityFunction;
import org.apache.lucene.util.BytesRef;

/// How rows lie in Lucene: the chunk is one document, its vector another one with the same id. So a
/// vector never makes the text be analysed again, and a moved span never makes the graph be built
/// again.
final class Rows {
  /// Key of a text document.
  static final String TEXT_ID = "text";

  /// Key of a vector document.
  static final String VECTOR_ID = "vector";

  /// On vector documents only: finds a vector for an equal text.
  static final String VECTOR_HASH = "hash.vector";

  static final String KIND = "kind";
  static final String KIND_TEXT = "t";
  static final String KIND_VECTOR = "v";

  static final String PROJECT = "project";
  static final String PATH = "path";
  static final String LANGUAGE = "language";

  static final String BODY_WORDS = "words.body";
  static final String NAME_WORDS = "words.names";
  static final String PATH_WORDS = "words.path";

  static final String EMBEDDING = "embedding";
  static final String ID = "id";

  private static final String START_LINE = "startLine";
  private static final String END_LINE = "endLine";
  private static final String NAME = "name";
  private static final String BODY = "body";
  private static final String HASH = "hash";
  private static final String ROUTE = "route";
  private static final String UPSTREAM = "upstream";
  private static final String VERDICT = "verdict";
  private static final String RUN = "run";

  /// On vector documents only: verdict and stretch under which the vector was made, see [#leave].
  static final String LEAVE = "leave";

  private static final FieldType WORDS = new FieldType();

  static {
    WORDS.setTokenized(true);
    WORDS.setIndexOptions(IndexOptions.DOCS_AND_FREQS);
    WORDS.freeze();
  }

  private Rows() {}

  static Term textKey(String id) {
    return new Term(TEXT_ID, id);
  }

  static Term vectorKey(String id) {
    return new Term(VECTOR_ID, id);
  }

  /// A chunk's text.
  ///
  /// @param place [#textPlace] of this chunk or of one of the same file
  static Document text(Chunk chunk, List<Field> place) {
    var doc = new Document();
    place.forEach(doc::add);
    ids(chunk, TEXT_ID).forEach(doc::add);
    doc.add(new StoredField(START_LINE, chunk.startLine()));
    doc.add(new StoredField(END_LINE, chunk.endLine()));
    for (var name : chunk.names()) {
      doc.add(new StoredField(NAME, name));
      doc.add(new Field(NAME_WORDS, name, WORDS));
    }
    doc.add(new StoredField(BODY, chunk.text()));
    doc.add(new StoredField(HASH, chunk.hash()));
    doc.add(new Field(BODY_WORDS, chunk.text(), WORDS));
    return doc;
  }

  /// What the texts of all chunks of a file have in common.
  static List<Field> textPlace(Chunk chunk) {
    var fields = new ArrayList<>(place(chunk, KIND_TEXT));
    fields.add(new Field(PATH_WORDS, new KeptWords(chunk.path()), WORDS));
    return fields;
  }

  static Document vector(Chunk chunk, StoredVector stored) {
    var doc = new Document();
    place(chunk, KIND_VECTOR).forEach(doc::add);
    ids(chunk, VECTOR_ID).forEach(doc::add);
    doc.add(new StringField(VECTOR_HASH, chunk.hash(), Field.Store.NO));
    doc.add(
        new KnnFloatVectorField(EMBEDDING, stored.vector(), VectorSimilarityFunction.DOT_PRODUCT));
    var provenance = stored.provenance();
    doc.add(new StoredField(ROUTE, provenance.route()));
    doc.add(new StoredField(UPSTREAM, provenance.upstream()));
    doc.add(new StoredField(VERDICT, provenance.verdict()));
    doc.add(new StoredField(RUN, provenance.run()));
    doc.add(new StringField(LEAVE, leave(provenance), Field.Store.YES));
    return doc;
  }

  /// Whether a vector document made for one would do for the other.
  static boolean samePlace(Chunk a, Chunk b) {
    return a.project().equals(b.project())
        && a.path().equals(b.path())
        && a.language().equals(b.language());
  }

  static String id(Document doc) {
    return doc.get(ID);
  }

  static Chunk chunk(Document doc) {
    return new Chunk(
        doc.get(ID),
        doc.get(PROJECT),
        doc.get(PATH),
        doc.get(LANGUAGE),
        doc.getField(START_LINE).numericValue().intValue(),
        doc.getField(END_LINE).numericValue().intValue(),
        List.of(doc.getValues(NAME)),
        doc.get(BODY),
        doc.get(HASH));
  }

  static Provenance provenance(Document doc) {
    return new Provenance(
        doc.get(ROUTE),
        doc.get(UPSTREAM),
        doc.get(VERDICT),
        doc.get(RUN),
        Optional.ofNullable(doc.get(LEAVE)).map(Rows::stretch).orElse(0L));
  }

  private static String leave(Provenance provenance) {
    return leaves(provenance.verdict()) + provenance.stretch();
  }

  /// What the leave of every row made under that verdict begins with.
  static String leaves(String verdict) {
    return verdict + "+";
  }

  /// The stretch that a leave names.
  static long stretch(String leave) {
    return Long.parseLong(leave.substring(leave.lastIndexOf('+') + 1));
  }

  private static List<Field> place(Chunk chunk, String kind) {
    return List.of(
        new StringField(KIND, kind, Field.Store.NO),
        new StringField(PROJECT, chunk.project(), Field.Store.YES),
        new StringField(PATH, chunk.path(), Field.Store.YES),
        new StringField(LANGUAGE, chunk.language(), Field.Store.YES));
  }

  private static List<Field> ids(Chunk chunk, String key) {
    var bytes = new BytesRef(chunk.id());
    return List.of(
        new StringField(key, bytes, Field.Store.NO),
        new StoredField(ID, chunk.id()),
        new BinaryDocValuesField(ID, bytes));
  }
}
