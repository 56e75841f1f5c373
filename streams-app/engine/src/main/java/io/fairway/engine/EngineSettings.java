package io.fairway.engine;

/**
 * The settings for evaluating domains. Times in milliseconds.
 *
 * @param replay whether event time is the clock; else the wall clock is
 * @param at in replay: the engine never applies facts later than this; Long.MAX_VALUE = it applies all
 * @param evaluationMillis grid of evaluation: of the wall clock when live, of event time in replay
 * @param idleEvaluationMillis how often the engine evaluates an untouched tree, when live
 * @param heartbeatMillis the longest time between heartbeats when live
 * @param emissionSlice the most fairshare records that one punctuation sends
 * @param skewMillis how far ahead of its append time an event may be
 * @param horizonMillis how far behind its append time an event may be, and how long a settled job is kept
 * @param mostDomains of a partition; each has its state in memory
 */
public record EngineSettings(
        boolean replay,
        long at,
        long evaluationMillis,
        long idleEvaluationMillis,
        long heartbeatMillis,
        int emissionSlice,
        long skewMillis,
        long horizonMillis,
        int mostDomains) {
    /** The clock of every domain. */
    public DomainClock clock() {
        return replay ? new ReplayClock() : new LiveClock(at);
    }
}
