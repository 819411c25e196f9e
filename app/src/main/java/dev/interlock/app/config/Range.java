package dev.interlock.app.config;

import java.util.OptionalInt;

/// Whole numbers from `least` to `most`, both included.
record Range(int least, int most) {
  OptionalInt parse(String digits) {
    try {
      int number = Integer.parseInt(digits);
      return number < least || number > most ? OptionalInt.empty() : OptionalInt.of(number);
    } catch (NumberFormatException _) {
      return OptionalInt.empty();
    }
  }

  String words() {
    return least + ".." + most;
  }
}
