package io.fairway.engine.task;

import io.fairway.avro.SourceHeartbeat;
import io.fairway.core.model.JobFact;
import io.fairway.engine.DomainClock;
import io.fairway.engine.EngineSettings;
import io.fairway.engine.Origin;
import io.fairway.engine.ReadingTime;
import io.fairway.engine.state.change.Inbound;
import io.fairway.schemas.Topics;
import org.jspecify.annotations.Nullable;

/**
 * Which records may reach their domain: by what the record itself says, and by the append times before it on its partition. A
 * record that is read again years later therefore has the same answer.
 */
final class Admission {
    /** The kind of dead letters that came too late, or much too early. */
    static final String TIME = "time";

    /** The append time of a record of a table is known to the second. */
    private static final long SECOND = 1_000;

    private final Topics topics;
    private final EngineSettings settings;
    private final DomainClock clock;
    private final AppendTimes appendTimes;
    private final TimeProblems problems;

    Admission(Topics topics, EngineSettings settings, AppendTimes appendTimes, TimeProblems problems) {
        this.topics = topics;
        this.settings = settings;
        this.appendTimes = appendTimes;
        this.problems = problems;
        clock = settings.clock();
    }

    /**
     * Why a record must not count.
     *
     * @param kind of the dead letter
     * @param reason in words
     */
    record Refusal(String kind, String reason) {}

    /**
     * Refuses an event of a job on the topic of another cluster; null = it may count.
     *
     * @param timestamp as its source read it, see {@link ReadingTime}
     */
    @Nullable
    Refusal ofTopic(Inbound inbound, String topic, long timestamp) {
        if (!(inbound instanceof Inbound.Job job)) {
            return null;
        }
        long written = ReadingTime.isWriters(timestamp) ? ReadingTime.writers(timestamp) : timestamp;
        String problem = topics.problem(topic, job.key().cluster(), written);
        return problem == null ? null : new Refusal("cluster", problem);
    }

    /**
     * Refuses what takes effect much earlier or later than its own append, if the clock keeps a horizon. The append clock of the
     * topic takes the record.
     *
     * @param timestamp as its source read it, see {@link ReadingTime}
     * @param now when it is read, which decides nothing about it
     */
    @Nullable
    Refusal ofTime(Inbound inbound, Origin from, long timestamp, TimeProblems.Moment now) {
        if (!clock.keepsHorizon()) {
            return null;
        }
        String problem = switch (inbound) {
            case Inbound.Job job ->
                ofTime(job.fact(), take(from, timestamp, job.fact().time(), now));
            case Inbound.Adjust adjust ->
                ofTime(adjust, take(from, timestamp, adjust.adjustment().at(), now));
            case Inbound.Imported imported -> null;
            case Inbound.Source source -> ofTime(source, ReadingTime.writers(timestamp));
            case Inbound.Share share -> null;
            case Inbound.OfHost host -> null;
            case Inbound.PolicyVersion version -> null;
            case Inbound.Clock tick -> null;
        };
        return problem == null ? null : new Refusal(TIME, problem);
    }

    /** A heartbeat moves no append clock: compaction keeps the last ones only, and a rebuild reads these first. */
    private @Nullable String ofTime(Inbound.Source source, long appended) {
        SourceHeartbeat heartbeat = source.heartbeat();
        return heartbeat != null && heartbeat.getThrough().toEpochMilli() > appended + SECOND + settings.skewMillis()
                ? "through " + heartbeat.getThrough().toEpochMilli() + ": more than " + settings.skewMillis()
                        + " ms after its append at " + appended
                : null;
    }

    private AppendTimes.Appended take(Origin from, long timestamp, long told, TimeProblems.Moment now) {
        AppendTimes.Appended appended = appendTimes.take(from.topic(), timestamp, told);
        if (appended.ahead() != 0) {
            problems.contradicts(from, timestamp, appended.ahead(), now);
        }
        return appended;
    }

    private @Nullable String ofTime(JobFact fact, AppendTimes.Appended appended) {
        if (fact.time() > appended.latest() + settings.skewMillis()) {
            return "time " + fact.time() + ": more than " + settings.skewMillis() + " ms after its append at "
                    + appended.latest();
        }
        return tooEarly("time " + fact.time(), fact.time(), appended);
    }

    private @Nullable String ofTime(Inbound.Adjust adjust, AppendTimes.Appended appended) {
        long at = adjust.adjustment().at();
        return tooEarly("adjustment " + adjust.adjustment().id() + " takes effect at " + at, at, appended);
    }

    private @Nullable String tooEarly(String what, long time, AppendTimes.Appended appended) {
        if (appended.earliest() == Long.MIN_VALUE) {
            return what
                    + ": its record has the time of whoever wrote it (CreateTime), and no record before it shows when"
                    + " that was";
        }
        return time < appended.earliest() - settings.horizonMillis()
                ? what + ": more than the horizon of " + settings.horizonMillis() + " ms before its append at "
                        + appended.earliest()
                : null;
    }
}
