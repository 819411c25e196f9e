package dev.interlock.app.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.RecordComponent;

/// Fails on a record component that no test maps: in a full mapping every component differs from
/// its default.
final class RecordMapping {
  static void assertEveryComponentDiffers(Record defaults, Record full) throws Exception {
    assertThat(full.getClass()).isEqualTo(defaults.getClass());
    for (RecordComponent component : full.getClass().getRecordComponents()) {
      if (!onlyOneValue(component.getType())) {
        assertThat(valueOf(component, full))
            .as("%s.%s in the full mapping", full.getClass().getSimpleName(), component.getName())
            .isNotEqualTo(valueOf(component, defaults));
      }
    }
  }

  // A dialect has one word yet; with the second word the rule holds for it too.
  private static boolean onlyOneValue(Class<?> type) {
    return type.isEnum() && type.getEnumConstants().length == 1;
  }

  private static Object valueOf(RecordComponent component, Record of) throws Exception {
    return component.getAccessor().invoke(of);
  }

  private RecordMapping() {}
}
