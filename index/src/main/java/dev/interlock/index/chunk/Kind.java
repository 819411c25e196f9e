package dev.interlock.index.chunk;

/// What a node of a syntax tree means to the chunker.
enum Kind {
  /// Punctuation and keywords: never the start of a unit.
  MARK,
  /// Goes with what follows it directly.
  COMMENT,
  /// Decorator or attribute beside its definition: goes with what follows it, blank lines or not.
  ATTRIBUTE,
  /// A definition with a name of its own.
  DEFINITION,
  /// A definition only if its value is a function or a class: `const f = () => {}`.
  MAYBE,
  /// Holds one definition and takes its name: `export ...`, a decorated function.
  WRAPPER,
  /// Everything else.
  PLAIN
}
