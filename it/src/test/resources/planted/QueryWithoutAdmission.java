package dev.interlock.planted;

import dev.interlock.core.embed.Urgency;
import dev.interlock.core.ledger.Decision;
import dev.interlock.runtime.egress.DoorOutcome;
import dev.interlock.runtime.egress.EmbeddingDoor;
import dev.interlock.runtime.egress.Texts;
import dev.interlock.runtime.egress.Trail;
import java.util.List;

final class QueryWithoutAdmission {
  static DoorOutcome ask(EmbeddingDoor door, String query, Trail trail) {
    return door.embed(new Texts(List.of(query), Urgency.INTERACTIVE, trail, Decision.PRIMARY));
  }
}
