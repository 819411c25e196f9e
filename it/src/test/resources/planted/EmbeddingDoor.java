package dev.interlock.planted;

import java.util.List;

public final class EmbeddingDoor {
  public List<float[]> embed(List<String> texts) {
    return List.of();
  }
}
