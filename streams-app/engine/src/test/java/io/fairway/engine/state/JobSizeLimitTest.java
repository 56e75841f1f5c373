package io.fairway.engine.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.core.ledger.JobLedger;
import io.fairway.core.ledger.JobState;
import io.fairway.core.model.Attribute;
import io.fairway.core.model.JobAttributes;
import io.fairway.core.model.JobEventType;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.Tres;
import io.fairway.core.stored.StateCodec;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A job whose size is kept from step to step has room for just the facts for which it has room where each step counts it. */
class JobSizeLimitTest {
    private static final long T0 = 1_795_000_000_000L;
    private static final List<JobEventType> TYPES = List.of(
            JobEventType.MODIFIED,
            JobEventType.HELD,
            JobEventType.STARTED,
            JobEventType.SAMPLE,
            JobEventType.REQUEUED,
            JobEventType.FINISHED);

    /** Many take the place of others, and some are long. */
    private static JobFact fact(Random random, int longest) {
        String text = (random.nextBoolean() ? "x" : "\u4e2d").repeat(1 + random.nextInt(longest));
        long run = random.nextBoolean() ? JobFact.NO_RUN : T0 + random.nextInt(3);
        return JobFact.of(TYPES.get(random.nextInt(TYPES.size())), T0 + random.nextInt(200), run)
                .withSequence(random.nextInt(5))
                .withRevision(random.nextInt(20))
                .withAttributes(JobAttributes.of(Map.of(Attribute.QUEUE, text), Tres.NONE));
    }

    @ParameterizedTest
    @CsvSource({"10, 400", "2000, 400", "40000, 100"})
    void aKeptSizeDecidesAsACountedOne(int longest, int steps) {
        Random random = new Random(longest);
        JobState state = JobState.EMPTY;
        int kept = 0;
        int refused = 0;
        int large = 0;
        for (int step = 0; step < steps; step++) {
            JobSizeLimit known = new JobSizeLimit(state, kept);
            JobSizeLimit counted = new JobSizeLimit(state, 0);
            for (int facts = 1 + random.nextInt(3); facts > 0; facts--) {
                JobFact fact = fact(random, longest);
                JobState with = JobLedger.with(known.state(), fact, List.of());
                String problem = known.take(fact, with);
                assertThat(problem).isEqualTo(counted.take(fact, with));
                refused += problem == null ? 0 : 1;
            }
            assertThat(known.state()).isEqualTo(counted.state());
            assertThat(known.isFull()).isEqualTo(counted.isFull());
            assertThat(known.isLarge()).isEqualTo(counted.isLarge());
            large += known.isLarge() ? 1 : 0;
            state = known.state();
            kept = known.mostBytes();
            assertThat(kept).isGreaterThanOrEqualTo(StateCodec.encode(state).length);
        }
        assertThat(refused > 0).as("reaches the bound").isEqualTo(longest > 10);
        assertThat(large > 0).isEqualTo(longest > 10);
    }
}
