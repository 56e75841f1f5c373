package io.fairway.engine.task;

import io.fairway.core.model.JobFact;
import io.fairway.engine.DomainClock;
import io.fairway.engine.EngineSettings;
import io.fairway.engine.state.change.Inbound;
import io.fairway.schemas.Topics;
import org.jspecify.annotations.Nullable;

/**
 * Which records may reach their domain, by what the record itself says: its topic, its times and its append time. A record
 * that is read again years later therefore has the same answer.
 */
final class Admission {
    private final Topics topics;
    private final EngineSettings settings;
    private final DomainClock clock;

    Admission(Topics topics, EngineSettings settings) {
        this.topics = topics;
        this.settings = settings;
        clock = settings.clock();
    }

    /**
     * Why a record must not count.
     *
     * @param kind of the dead letter
     * @param reason in words
     */
    record Refusal(String kind, String reason) {}

    /** Refuses an event of a job on the topic of another cluster; null = it may count. */
    @Nullable
    Refusal ofTopic(Inbound inbound, String topic, long appended) {
        if (!(inbound instanceof Inbound.Job job)) {
            return null;
        }
        String problem = topics.problem(topic, job.key().cluster(), appended);
        return problem == null ? null : new Refusal("cluster", problem);
    }

    /** Refuses what takes effect much earlier or later than its own append, if the clock keeps a horizon. */
    @Nullable
    Refusal ofTime(Inbound inbound, long appended) {
        if (!clock.keepsHorizon()) {
            return null;
        }
        String problem = switch (inbound) {
            case Inbound.Job job -> ofTime(job.fact(), appended);
            case Inbound.Adjust adjust -> ofTime(adjust, appended);
            case Inbound.Imported imported -> null;
            case Inbound.Share share -> null;
            case Inbound.OfHost host -> null;
            case Inbound.PolicyVersion version -> null;
            case Inbound.Clock clock -> null;
        };
        return problem == null ? null : new Refusal("time", problem);
    }

    private @Nullable String ofTime(JobFact fact, long appended) {
        if (fact.time() > appended + settings.skewMillis()) {
            return "time " + fact.time() + ": more than " + settings.skewMillis() + " ms after its append at "
                    + appended;
        }
        return fact.time() < appended - settings.horizonMillis() ? "time " + fact.time() + tooEarly(appended) : null;
    }

    private @Nullable String ofTime(Inbound.Adjust adjust, long appended) {
        long at = adjust.adjustment().at();
        return at < appended - settings.horizonMillis()
                ? "adjustment " + adjust.adjustment().id() + " takes effect at " + at + tooEarly(appended)
                : null;
    }

    private String tooEarly(long appended) {
        return ": more than the horizon of " + settings.horizonMillis() + " ms before its append at " + appended;
    }
}
