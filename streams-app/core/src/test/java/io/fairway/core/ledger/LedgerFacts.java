package io.fairway.core.ledger;

import io.fairway.core.model.Attribute;
import io.fairway.core.model.JobAttributes;
import io.fairway.core.model.JobEventType;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.core.model.Tres;
import io.fairway.core.usage.DecayLaw;
import java.util.Map;
import java.util.TreeMap;

/** The job of the tests, its facts, and its charging rules. Nothing decays, so usage is cores times seconds. */
final class LedgerFacts {
    static final long T0 = 1_795_000_000_000L;
    static final JobKey JOB = new JobKey("alps", "alps", "4711");
    static final NodeId ANNA = NodeId.ofUser("alps", "cms", "anna");
    static final NodeId BOB = NodeId.ofUser("alps", "cms", "bob");
    private static final RateFunction CORES = (allocated, job) -> allocated.count("cpu");
    static final JobFact[] REQUEUED_ONCE = {
        submitted(), started(0, 2), fact(JobEventType.REQUEUED, 40), started(60, 4), fact(JobEventType.FINISHED, 70, 60)
    };

    private LedgerFacts() {}

    static ChargingRules rules(boolean suspended, boolean overLimit, boolean requeued, long lease) {
        return new ChargingRules(CORES, suspended, overLimit, requeued, lease);
    }

    static Measure billing(ChargingRules rules) {
        return new Measure("cores", DecayLaw.none(), Measure.Kind.BILLING_TRES, new TreeMap<>(Map.of(0L, rules)));
    }

    /** Slurm's charging rules. */
    static LedgerFixture slurm() {
        return new LedgerFixture(billing(rules(true, true, true, 0)));
    }

    static LedgerFixture charging(boolean suspended, boolean overLimit, boolean requeued) {
        return new LedgerFixture(billing(rules(suspended, overLimit, requeued, 0)));
    }

    static JobAttributes ownedBy(NodeId association) {
        return JobAttributes.of(
                Map.of(Attribute.ACCOUNT, association.account(), Attribute.USER, association.user()), Tres.NONE);
    }

    static JobFact submitted() {
        return JobFact.of(JobEventType.SUBMITTED, T0 - 60_000, JobFact.NO_RUN).withAttributes(ownedBy(ANNA));
    }

    /** A fact {@code seconds} after T0, for the run that started {@code run} seconds after T0. */
    static JobFact fact(JobEventType type, long seconds, long run) {
        return JobFact.of(type, T0 + seconds * 1000, T0 + run * 1000);
    }

    static JobFact fact(JobEventType type, long seconds) {
        return fact(type, seconds, 0);
    }

    static JobFact started(long seconds, long cpus) {
        return fact(JobEventType.STARTED, seconds, seconds).withAllocated(Tres.cpus(cpus));
    }

    static JobFact unnamedRun(JobFact fact) {
        return new JobFact(
                fact.type(),
                fact.time(),
                fact.sequence(),
                JobFact.NO_RUN,
                fact.sourcePrecedence(),
                fact.revision(),
                fact.attributes(),
                fact.allocated(),
                fact.cpuSeconds(),
                fact.epoch());
    }

    static LedgerFixture tell(LedgerFixture ledger, JobFact... facts) {
        for (JobFact fact : facts) {
            ledger.tell(JOB, fact);
        }
        return ledger;
    }

    static double anna(LedgerFixture ledger, long seconds) {
        return ledger.usage("cores", ANNA, T0 + seconds * 1000);
    }
}
