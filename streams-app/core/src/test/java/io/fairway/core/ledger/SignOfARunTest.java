package io.fairway.core.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.core.model.JobEventType;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.Tres;
import io.fairway.core.usage.DecayLaw;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Without leases, a sample shows that its run began. Beside a fact of that start, it is not kept. */
class SignOfARunTest {
    private static final JobKey JOB = new JobKey("alps", "alps", "job");
    private static final long FROM = 1_795_000_000_000L;
    private static final List<Measure> MEASURES =
            List.of(measure(Measure.Kind.BILLING_TRES), measure(Measure.Kind.UNFINISHED_RUN));
    private static final List<JobEventType> TYPES = List.of(
            JobEventType.SUBMITTED,
            JobEventType.STARTED,
            JobEventType.STARTED,
            JobEventType.SAMPLE,
            JobEventType.SAMPLE,
            JobEventType.SUSPENDED,
            JobEventType.REQUEUED,
            JobEventType.FINISHED);

    private static Measure measure(Measure.Kind kind) {
        return new Measure(
                kind.name(),
                DecayLaw.halfLife(7 * 24 * 3_600_000L),
                kind,
                new TreeMap<>(Map.of(FROM, new ChargingRules(History.perCpu("1"), false, false, false, 0))));
    }

    private static JobFact sample(long time, long run) {
        return JobFact.of(JobEventType.SAMPLE, time, run).withCpu(7, 3).withSequence(time % 5 - 2);
    }

    private static JobFact started(long time, long run) {
        return JobFact.of(JobEventType.STARTED, time, run).withAllocated(Tres.cpus(4));
    }

    private static JobState with(List<JobFact> facts) {
        JobState state = JobState.EMPTY;
        for (JobFact fact : facts) {
            state = JobLedger.with(state, fact, MEASURES);
        }
        return state;
    }

    private static List<JobEventType> types(JobState state) {
        return state.facts().stream().map(JobFact::type).toList();
    }

    @Test
    void isKeptOnlyWhereNothingElseTellsTheStart() {
        assertThat(types(with(List.of(sample(FROM + 500, FROM))))).containsExactly(JobEventType.SAMPLE);
        for (JobFact start : List.of(started(FROM, JobFact.NO_RUN), started(FROM, FROM), started(FROM + 3, FROM))) {
            assertThat(types(with(List.of(start, sample(FROM + 500, FROM))))).containsExactly(JobEventType.STARTED);
            assertThat(types(with(List.of(sample(FROM + 500, FROM), start)))).containsExactly(JobEventType.STARTED);
            assertThat(types(with(List.of(start, sample(FROM + 900, FROM + 600)))))
                    .as("of another run")
                    .containsExactly(JobEventType.STARTED, JobEventType.SAMPLE);
        }
        JobState started = with(List.of(started(FROM, FROM)));
        assertThat(JobLedger.with(started, sample(FROM + 500, FROM), MEASURES)).isSameAs(started);
        assertThat(JobLedger.with(started, started(FROM, FROM), MEASURES)).isSameAs(started);
    }

    /** States are the same in any order, and say what they say if each sample is kept. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void changesNothingThatAJobContributes(long seed) {
        Random random = new Random(seed);
        int spared = 0;
        for (int i = 0; i < 2_000; i++) {
            List<JobFact> facts = facts(random);
            JobState state = with(facts);
            List<JobFact> shuffled = new ArrayList<>(facts);
            Collections.shuffle(shuffled, random);
            assertThat(with(shuffled)).isEqualTo(state);

            JobState all = JobState.EMPTY;
            for (JobFact fact : facts) {
                all = all.with(
                        fact.type() == JobEventType.SAMPLE
                                ? JobFact.of(JobEventType.SAMPLE, fact.run(), fact.run())
                                : fact);
            }
            spared += all.facts().size() - state.facts().size();
            long now = FROM + random.nextInt(8_000);
            assertThat(JobLedger.charges(JOB, state.asOf(now), MEASURES))
                    .isEqualTo(JobLedger.charges(JOB, all.asOf(now), MEASURES));
            assertThat(JobView.of(state.asOf(now), MEASURES)).isEqualTo(JobView.of(all.asOf(now), MEASURES));
            assertThat(JobLedger.deadline(state.asOf(now), MEASURES))
                    .isEqualTo(JobLedger.deadline(all.asOf(now), MEASURES));
        }
        assertThat(spared).isGreaterThan(500);
    }

    private static List<JobFact> facts(Random random) {
        List<JobFact> facts = new ArrayList<>();
        for (int left = 2 + random.nextInt(8); left > 0; left--) {
            JobEventType type = TYPES.get(random.nextInt(TYPES.size()));
            long run = FROM + 1_000L * random.nextInt(3);
            long time = run + random.nextInt(3_000);
            facts.add(
                    switch (type) {
                        case SAMPLE -> sample(time, run);
                        case STARTED -> random.nextBoolean() ? started(run, JobFact.NO_RUN) : started(time, run);
                        case SUBMITTED -> JobFact.of(type, time, JobFact.NO_RUN);
                        default -> JobFact.of(type, time, random.nextBoolean() ? run : JobFact.NO_RUN);
                    });
        }
        return facts;
    }
}
