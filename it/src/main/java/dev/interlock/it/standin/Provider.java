package dev.interlock.it.standin;

import dev.interlock.it.standin.Encoders.Build;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/// Who really serves behind the cloud's name. Each has habits that were seen of real ones.
enum Provider {
  /// In order, by the book.
  HARBOUR("Harbour", "fp32", Build.FULL, Set.of(Habit.CANCELS)),
  /// Positional vectors as numbers, and bills a call that its caller left.
  QUAY(
      "Quay",
      "fp32",
      Build.FULL,
      Set.of(Habit.NO_INDEX, Habit.NO_BASE64, Habit.CANONICAL_NAME, Habit.REPEATS_CHOICE)),
  /// The quantised build; cuts what is too long for it, tells neither name nor usage.
  LANTERN("Lantern", "int8", Build.SMALL, Set.of(Habit.UNNAMED, Habit.CUTS, Habit.NO_USAGE));

  /// What providers differ in.
  enum Habit {
    /// Vectors come without `index`.
    NO_INDEX,
    /// Numbers whatever encoding was asked for.
    NO_BASE64,
    /// The answer does not say who served.
    UNNAMED,
    /// Embeddings come without `usage`.
    NO_USAGE,
    /// Over-long texts are cut at 128 tokens instead of refused.
    CUTS,
    /// A caller who leaves a stream pays only what was written.
    CANCELS,
    /// Chats are answered by the model's dated name.
    CANONICAL_NAME,
    /// The event with a stream's usage repeats a choice with an empty delta.
    REPEATS_CHOICE
  }

  private final String display;
  private final String quantization;
  private final Build build;

  // made by Set.of
  @SuppressWarnings("ImmutableEnumChecker")
  private final Set<Habit> habits;

  Provider(String display, String quantization, Build build, Set<Habit> habits) {
    this.display = display;
    this.quantization = quantization;
    this.build = build;
    this.habits = habits;
  }

  /// As answers name it.
  String display() {
    return display;
  }

  String slug() {
    return Words.lower(display);
  }

  /// The string for a pin to this very endpoint.
  String tag() {
    return slug() + "/" + quantization;
  }

  String quantization() {
    return quantization;
  }

  Build build() {
    return build;
  }

  boolean has(Habit habit) {
    return habits.contains(habit);
  }

  /// Whether a routing object's word means this one: its slug, its tag or its display name.
  boolean called(String word) {
    return word.equalsIgnoreCase(slug()) || word.equalsIgnoreCase(tag());
  }

  static Optional<Provider> of(String word) {
    return Arrays.stream(values()).filter(p -> p.called(word)).findFirst();
  }
}
