package dev.interlock.app.config;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// By which API an Ollama is asked for chats.
public enum ChatApi {
  /// Its OpenAI-compatible one, byte for byte.
  V1,
  /// Its own `/api/chat`, translated.
  NATIVE;

  /// The word in the file: lower case.
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Optional<ChatApi> of(String word) {
    return Arrays.stream(values()).filter(api -> api.word().equals(word)).findFirst();
  }

  static List<String> words() {
    return Arrays.stream(values()).map(ChatApi::word).toList();
  }
}
