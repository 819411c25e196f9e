package dev.interlock.core.gate;

/// The figures of one judgement, worst over the modes that the route may still use.
///
/// @param minCosine least cosine of a probe to its anchor
/// @param meanCosine mean of them: shown, never judged
/// @param centredMin least cosine after the anchors' mean is taken off both: shown, never judged
/// @param relativeMin least relative cosine
/// @param displacement of all probes together
/// @param tailRatio least ratio of the tail pairs
/// @param selfAgreement least cosine of one by one to batched, 1 where there is one mode only
/// @param worstProbe id of the probe with the least cosine
public record Scores(
    double minCosine,
    double meanCosine,
    double centredMin,
    double relativeMin,
    double displacement,
    double tailRatio,
    double selfAgreement,
    String worstProbe) {}
