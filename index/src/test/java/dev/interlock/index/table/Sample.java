package dev.interlock.index.table;

import dev.interlock.core.space.Distance;
import dev.interlock.core.space.EncoderIdentity;
import dev.interlock.core.space.Space;
import dev.interlock.core.space.TextRecipe;
import dev.interlock.core.space.Vectors;
import dev.interlock.core.table.Chunk;
import dev.interlock.core.table.Provenance;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/// Rows, spaces and vectors for tests.
public final class Sample {
  public static final Provenance PROVENANCE =
      new Provenance("embedded", "mini", "verdict-1", "job-1", 3);

  private Sample() {}

  /// A row of project `p` in Java; its hash is made from names and text, as of every row.
  public static Chunk row(String id, String path, String text) {
    return row(id, "p", path, List.of(), text);
  }

  public static Chunk row(String id, String project, String path, List<String> names, String text) {
    int lines = Math.max(1, (int) text.lines().count());
    var hash = "h:" + Chunk.vectorText(names, text);
    return new Chunk(id, project, path, "java", 1, lines, names, text, hash);
  }

  public static Chunk inLanguage(Chunk c, String language) {
    return new Chunk(
        c.id(),
        c.project(),
        c.path(),
        language,
        c.startLine(),
        c.endLine(),
        c.names(),
        c.text(),
        c.hash());
  }

  /// The same row further down in its file.
  public static Chunk moved(Chunk c, int lines) {
    return new Chunk(
        c.id(),
        c.project(),
        c.path(),
        c.language(),
        c.startLine() + lines,
        c.endLine() + lines,
        c.names(),
        c.text(),
        c.hash());
  }

  public static Space space(int dimension) {
    return new Space(
        dimension,
        new EncoderIdentity("embedded", "mini", Optional.of("sha256:1")),
        new TextRecipe(TextRecipe.VERSION, "", "query: ", 510),
        Distance.COSINE);
  }

  /// A unit vector along one axis.
  public static float[] axis(int dimension, int axis) {
    var v = new float[dimension];
    v[axis] = 1;
    return v;
  }

  /// Unit vectors around a few centres, as those of real texts lie.
  public static List<float[]> clustered(SplittableRandom random, Clusters shape, int count) {
    var centres = new ArrayList<float[]>();
    for (int i = 0; i < shape.centres(); i++) {
      centres.add(near(random, new float[shape.dimension()], 1));
    }
    var vectors = new ArrayList<float[]>();
    for (int i = 0; i < count; i++) {
      vectors.add(near(random, centres.get(random.nextInt(centres.size())), shape.spread()));
    }
    return vectors;
  }

  /// How clustered vectors lie.
  ///
  /// @param dimension components
  /// @param centres clusters
  /// @param spread length of the noise against a centre of length 1
  public record Clusters(int dimension, int centres, double spread) {}

  private static float[] near(SplittableRandom random, float[] centre, double spread) {
    var v = new float[centre.length];
    double scale = spread / Math.sqrt(centre.length);
    for (int i = 0; i < v.length; i++) {
      v[i] = (float) (centre[i] + scale * random.nextGaussian());
    }
    return Vectors.unit(v);
  }
}
