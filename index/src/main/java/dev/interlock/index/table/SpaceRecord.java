package dev.interlock.index.table;

import dev.interlock.core.space.Distance;
import dev.interlock.core.space.EncoderIdentity;
import dev.interlock.core.space.Space;
import dev.interlock.core.space.TextRecipe;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// A space as the key-value map that a Lucene commit carries.
final class SpaceRecord {
  static final String FORMAT = "interlock.format";
  static final String FORMAT_VERSION = "1";

  private static final String DIMENSION = "space.dimension";
  private static final String DISTANCE = "space.distance";
  private static final String ROUTE = "space.encoder.route";
  private static final String MODEL = "space.encoder.model";
  private static final String REVISION = "space.encoder.revision";
  private static final String RECIPE = "space.recipe.version";
  private static final String DOCUMENT_PREFIX = "space.recipe.documentPrefix";
  private static final String QUERY_PREFIX = "space.recipe.queryPrefix";
  private static final String MAX_TOKENS = "space.recipe.maxTokens";

  private SpaceRecord() {}

  /// What a table without a space carries.
  static Map<String, String> empty() {
    return Map.of(FORMAT, FORMAT_VERSION);
  }

  static Map<String, String> of(Space space) {
    var map = new TreeMap<>(empty());
    map.put(DIMENSION, Integer.toString(space.dimension()));
    map.put(DISTANCE, space.distance().name());
    map.put(ROUTE, space.encoder().route());
    map.put(MODEL, space.encoder().model());
    space.encoder().revision().ifPresent(r -> map.put(REVISION, r));
    map.put(RECIPE, Integer.toString(space.recipe().version()));
    map.put(DOCUMENT_PREFIX, space.recipe().documentPrefix());
    map.put(QUERY_PREFIX, space.recipe().queryPrefix());
    map.put(MAX_TOKENS, Integer.toString(space.recipe().maxTokens()));
    return map;
  }

  /// The space in such a map, empty if it holds none.
  ///
  /// @throws IllegalArgumentException if it holds half a one
  static Optional<Space> read(Map<String, String> map) {
    if (!map.containsKey(DIMENSION)) {
      return Optional.empty();
    }
    var encoder =
        new EncoderIdentity(
            need(map, ROUTE), need(map, MODEL), Optional.ofNullable(map.get(REVISION)));
    var recipe =
        new TextRecipe(
            number(map, RECIPE),
            need(map, DOCUMENT_PREFIX),
            need(map, QUERY_PREFIX),
            number(map, MAX_TOKENS));
    return Optional.of(
        new Space(number(map, DIMENSION), encoder, recipe, Distance.valueOf(need(map, DISTANCE))));
  }

  private static int number(Map<String, String> map, String key) {
    return Integer.parseInt(need(map, key));
  }

  private static String need(Map<String, String> map, String key) {
    var value = map.get(key);
    if (value == null) {
      throw new IllegalArgumentException("its commit names no " + key);
    }
    return value;
  }
}
