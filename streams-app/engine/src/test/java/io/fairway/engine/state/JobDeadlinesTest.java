package io.fairway.engine.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.core.ledger.ChargingRules;
import io.fairway.core.ledger.JobLedger;
import io.fairway.core.ledger.Measure;
import io.fairway.core.model.JobEventType;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.JobKey;
import io.fairway.core.usage.DecayLaw;
import io.fairway.engine.domain.StoresByName;
import io.fairway.engine.state.change.Change;
import io.fairway.engine.state.change.Timeline;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A job falls due at the deadline of its ledger and at no other instant, whichever of its facts move the deadline. */
class JobDeadlinesTest {
    private static final long T0 = 1_795_000_000_000L;
    private static final long LEASE = 10_000;
    private static final List<JobEventType> TYPES =
            List.of(JobEventType.SUBMITTED, JobEventType.STARTED, JobEventType.SAMPLE, JobEventType.FINISHED);
    private static final List<Measure> MEASURES = List.of(new Measure(
            "usage",
            DecayLaw.halfLife(7 * 24 * 3_600_000L),
            Measure.Kind.BILLING_TRES,
            new TreeMap<>(Map.of(0L, new ChargingRules((held, job) -> BigDecimal.ONE, true, true, true, LEASE)))));
    private final Timeline timeline = new Timeline();
    private final JobBook jobs = new JobBook(
            "alps",
            StoresByName.of(Map.of()),
            timeline,
            job -> null,
            job -> Long.MIN_VALUE,
            cluster -> List.of(),
            () -> {});
    private final Map<JobKey, Long> expected = new HashMap<>();

    private void replay(JobBook.Stepped stepped) {
        Change.Job change = stepped.change();
        if (change == null) {
            return;
        }
        jobs.replay(change);
        expected.remove(change.key());
        if (!change.ended()) {
            JobLedger.deadline(change.state(), MEASURES).ifPresent(at -> expected.put(change.key(), at));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void aJobFallsDueAtItsDeadline(long seed) {
        Random random = new Random(seed);
        long clock = T0;
        int due = 0;
        for (int step = 0; step < 3_000; step++) {
            clock += random.nextInt(2_000);
            while (timeline.isDue(clock)) {
                Timeline.Entry entry = timeline.take();
                JobKey job = ((Timeline.Due.Job) entry.due()).job();
                assertThat(entry.at()).isEqualTo(expected.remove(job));
                replay(jobs.advance(job, MEASURES, MEASURES, entry.at()));
                due++;
            }
            assertThat(timeline.size()).isEqualTo(expected.size());
            assertThat(expected.values()).allMatch(later(clock));
            JobKey job = new JobKey("alps", "alps", "j" + random.nextInt(5));
            JobFact fact =
                    JobFact.of(TYPES.get(random.nextInt(TYPES.size())), clock - random.nextInt(5_000), JobFact.NO_RUN);
            replay(jobs.take(job, List.of(fact), MEASURES, MEASURES, clock, JobBook.Uncharged.NOBODY));
        }
        assertThat(due).isGreaterThan(50);
    }

    private static Predicate<Long> later(long clock) {
        return at -> at > clock;
    }
}
