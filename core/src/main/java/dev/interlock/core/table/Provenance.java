package dev.interlock.core.table;

/// Who made a row's vector and by whose leave.
///
/// @param route the route that served
/// @param upstream the engine's own name for the model that answered, empty where it tells none
/// @param verdict id of the verdict that admitted the route
/// @param run id of the job
public record Provenance(String route, String upstream, String verdict, String run) {}
