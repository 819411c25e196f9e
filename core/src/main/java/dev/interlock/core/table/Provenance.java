package dev.interlock.core.table;

/// Who made a row's vector and by whose leave.
///
/// @param route the route that served
/// @param upstream the engine's own name for the model that answered, empty where it tells none
/// @param verdict id of the verdict that admitted the route
/// @param run id of the job
/// @param stretch the stretch of the route's work under that verdict, between two of its checks, in
///   which the vector was made (design §4 Drift)
public record Provenance(String route, String upstream, String verdict, String run, long stretch) {}
