package dev.interlock.runtime.gate;

import dev.interlock.core.route.Dialect;
import dev.interlock.core.route.Placement;
import dev.interlock.core.table.TableName;
import java.net.URI;
import java.util.Optional;

/// A server that is no route, and the table that it might share.
///
/// @param table the table
/// @param url the API's base
/// @param model the model to ask for; where empty the only one that the server offers
/// @param dialect how it is spoken to
/// @param placement whether it stands in our network, as the person says
public record Stranger(
    TableName table, URI url, Optional<String> model, Dialect dialect, Placement placement) {}
