package dev.interlock.runtime.gate;

import dev.interlock.core.table.TableName;

/// Who is told of rows in doubt, and knows them. The first two block until they are durable.
public interface Lapses {
  /// Nobody wants to know.
  Lapses UNHEARD =
      new Lapses() {
        @Override
        public void open(Lapse widest) {}

        @Override
        public void known(Lapse lapse) {}

        @Override
        public long made(TableName table, String verdict, long from) {
          return 0;
        }
      };

  /// A check failed; all probes are asked next. Called before the verdict is durable, so that no
  /// sudden end loses it.
  ///
  /// @param widest the most that may be in doubt
  void open(Lapse widest);

  /// All probes were asked, or could not be: these rows are in doubt.
  ///
  /// @param lapse as in [#open], with the same verdict and perhaps a later stretch
  void known(Lapse lapse);

  /// How many rows there are that were made under a verdict, from that stretch on.
  long made(TableName table, String verdict, long from);
}
