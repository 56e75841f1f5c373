package io.fairway.engine;

/**
 * How domains are evaluated. Times in milliseconds.
 *
 * @param replay whether event time is the clock, else the wall clock is
 * @param at in replay: facts later than this are never applied; Long.MAX_VALUE = all are
 * @param evaluationMillis grid of evaluation: of the wall clock when live, of event time in replay
 * @param idleEvaluationMillis how often a tree is evaluated that nothing touched, when live
 * @param heartbeatMillis time between heartbeats when live
 * @param emissionSlice most fairshare records that one punctuation sends
 * @param skewMillis how far ahead of its append time an event may be
 * @param horizonMillis how far behind its append time an event may be, and how long a settled job is kept
 */
public record EngineSettings(
        boolean replay,
        long at,
        long evaluationMillis,
        long idleEvaluationMillis,
        long heartbeatMillis,
        int emissionSlice,
        long skewMillis,
        long horizonMillis) {}
