package dev.interlock.index.chunk;

/// The text of one file on its way to be cut.
///
/// @param project the root's name
/// @param path relative to the root, `/` between parts, composed Unicode form (NFC)
/// @param language as [Languages#of] names it
/// @param text all of it, decoded; any line ends
public record SourceText(String project, String path, String language, String text) {}
