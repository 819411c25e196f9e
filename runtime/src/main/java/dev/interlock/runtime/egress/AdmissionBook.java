package dev.interlock.runtime.egress;

import dev.interlock.core.embed.Fault;
import dev.interlock.core.gate.Admission;
import dev.interlock.core.table.TableName;
import java.util.OptionalInt;

/// Who holds an admission now: what the embedding door asks before and after each call, and tells
/// afterwards.
///
/// Thread: any.
public interface AdmissionBook {
  /// Whether the admission's epoch is still the present one.
  boolean holds(Admission admission);

  /// Components of the table's vectors. Asked only while an admission holds.
  int dimension(TableName table);

  /// The width to ask the engine for, where the role's file names one.
  OptionalInt askedDimension(TableName table);

  /// That many texts went out to the admitted route.
  void sent(Admission admission, int texts);

  /// The route itself was at fault.
  void trouble(Admission admission, Fault fault, String message);

  /// The route answered in good order.
  void answered(Admission admission);

  /// Who sends canaries along.
  Escort escort();
}
