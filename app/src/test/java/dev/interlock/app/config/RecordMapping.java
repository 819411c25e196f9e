package dev.interlock.app.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.RecordComponent;

/// Fails on a record component that no test maps: in a full mapping every component differs from
/// its default.
final class RecordMapping {
  static void assertEveryComponentDiffers(Record defaults, Record full) throws Exception {
    assertThat(full.getClass()).isEqualTo(defaults.getClass());
    for (RecordComponent component : full.getClass().getRecordComponents()) {
      assertThat(valueOf(component, full))
          .as("%s.%s in the full mapping", full.getClass().getSimpleName(), component.getName())
          .isNotEqualTo(valueOf(component, defaults));
    }
  }

  private static Object valueOf(RecordComponent component, Record of) throws Exception {
    return component.getAccessor().invoke(of);
  }

  private RecordMapping() {}
}
