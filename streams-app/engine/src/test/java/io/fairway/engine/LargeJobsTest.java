package io.fairway.engine;

import static io.fairway.engine.PipelineDriver.DOMAIN;
import static io.fairway.engine.PipelineDriver.T0;
import static io.fairway.engine.PipelineDriver.policyOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.Algorithm;
import io.fairway.avro.JobEventType;
import io.fairway.avro.MoabPolicy;
import io.fairway.core.stored.StateCodec;
import io.fairway.core.usage.DecayLaw;
import io.fairway.engine.state.JobBook;
import io.fairway.engine.store.Stores;
import io.fairway.schemas.Keys;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Jobs with very many facts: each fact would cost a look at all of them. Many facts share one look. */
@Order(1)
class LargeJobsTest {
    private static final long HALF_LIFE = 86_400_000;

    private final AtomicLong fast = new AtomicLong();
    private PipelineDriver pipeline = PipelineDriver.live(() -> fast.addAndGet(30_000_000));

    private void open() {
        pipeline.policy(policyOf("main", 0, HALF_LIFE));
        pipeline.share("physics", "anna", 1);
        pipeline.share("physics", "ben", 1);
    }

    /** A run that is resized every second: each resize is a fact, and changes the rate. */
    private void resizes(List<Integer> seconds) {
        for (int second : seconds) {
            pipeline.job(pipeline.event("hot", JobEventType.RESIZED, at(second))
                    .setRun(Instant.ofEpochMilli(at(0)))
                    .setAllocatedTres(Map.of("cpu", cpus(second))));
        }
    }

    private static long at(int second) {
        return T0 - 14_400_000 + 1_000L * second;
    }

    private static double cpus(int second) {
        return 1 + second % 7;
    }

    /** CPU-seconds of the first so many seconds, counted one by one. */
    private static double sum(int seconds) {
        double sum = 1;
        for (int second = 1; second < seconds; second++) {
            sum += cpus(second);
        }
        return sum;
    }

    private double usage(String user) {
        byte[] line = pipeline.stores().get(Stores.LINES).get(Keys.usage(DOMAIN, "billing", DOMAIN, "physics", user));
        return line == null ? 0 : StateCodec.decodeLine(line).usage(DecayLaw.none(), T0 + 1_000_000);
    }

    private static List<Integer> shuffled(int from, int to) {
        List<Integer> seconds = IntStream.range(from, to).boxed().collect(Collectors.toList());
        Collections.shuffle(seconds, new Random(3));
        return seconds;
    }

    @Test
    void factsOfALargeJobAreAllChargedAlsoAfterARestart() {
        pipeline.policy(policyOf("main", 0, 0));
        pipeline.share("physics", "anna", 1);
        pipeline.start("hot", "physics", "anna", at(0), 1);
        resizes(shuffled(1, 1_500));
        pipeline.advance(200);
        resizes(shuffled(1_500, 2_000));
        pipeline = pipeline.restarted();
        pipeline.advance(100);
        assertThat(usage("anna")).as("some facts are still put aside").isNotEqualTo(sum(2_000));
        pipeline.finish("hot", at(2_000), at(0));
        pipeline.advance(3_000);

        assertThat(usage("anna")).isEqualTo(sum(2_000));
        assertThat(pipeline.deadLetterKinds()).isEmpty();
    }

    @Test
    void aJobBesideItDoesNotWait() {
        open();
        pipeline.start("hot", "physics", "anna", at(0), 1);
        resizes(shuffled(1, 5_000));
        pipeline.start("other", "physics", "ben", T0 - 10_000, 1);

        assertThat(pipeline.stores().get(Stores.LINES).get(Keys.usage(DOMAIN, "billing", DOMAIN, "physics", "ben")))
                .as("charged at once")
                .isNotNull();
    }

    /** All that are too many are dead letters: those that come, and those that waited for their time. */
    @Test
    @Tag("whole")
    void aFullJobRefusesFactsWithADeadLetterForEach() {
        pipeline.policy(policyOf("main", 0, 0));
        pipeline.share("physics", "anna", 1);
        pipeline.start("hot", "physics", "anna", at(0), 1);
        int sent = JobBook.MAX_FACTS + 300;
        resizes(shuffled(1, sent));
        pipeline.advance(5_000);
        int kept = pipeline.facts("hot");
        assertThat(kept).isBetween(5_000, JobBook.MAX_FACTS);
        assertThat(pipeline.deadLetterReasons())
                .hasSize(sent - kept)
                .allMatch(reason -> reason.matches("job hot: .*at most .* are kept.*; .*only its end is taken"));
        resizes(List.of(sent + 1, sent + 2));
        assertThat(pipeline.deadLetterReasons()).as("at once").hasSize(2);
        pipeline.advance(1_500);
        assertThat(pipeline.count("deadLetters")).isEqualTo(sent - kept + 2);

        pipeline.finish("hot", T0, at(0));
        pipeline.advance(500);
        assertThat(pipeline.deadLetterKinds()).isEmpty();
    }

    /** A job that others overtake again and again keeps room for its start; what is too much is no dead letter. */
    @Test
    void aJobThatIsOvertakenTooOftenCanStillStart() {
        pipeline.policy(policyOf("moab", 0, 0)
                .setAlgorithm(Algorithm.MOAB_TARGETS)
                .setMoab(MoabPolicy.newBuilder()
                        .setParameters(Map.of("BYPASSWEIGHT", "1"))
                        .build()));
        pipeline.submit("hot", "physics", "anna", at(0));
        for (int i = 1; i <= 1_100; i++) {
            pipeline.job(pipeline.event("hot", JobEventType.BYPASSED, at(i)));
        }
        pipeline.advance(2_000);
        assertThat(pipeline.facts("hot")).isEqualTo(1_000);
        pipeline.start("hot", "physics", "anna", T0, 1);
        pipeline.advance(500);

        assertThat(pipeline.facts("hot")).isEqualTo(1_001);
        assertThat(pipeline.deadLetterReasons()).isEmpty();
    }

    @Test
    void manyFactsThatFallDueAtOnceShareTheirSteps() {
        pipeline.policy(policyOf("main", 0, 0));
        pipeline.share("physics", "anna", 1);
        pipeline.start("hot", "physics", "anna", T0 - 1_000, 1);
        for (int i = 1; i <= 3_000; i++) {
            pipeline.job(pipeline.event("hot", JobEventType.RESIZED, T0 + 60_000)
                    .setSequence(i)
                    .setRun(Instant.ofEpochMilli(T0 - 1_000))
                    .setAllocatedTres(Map.of("cpu", 1.0 + i)));
        }
        pipeline.advance(1_500);
        assertThat(pipeline.count("deferredFacts")).isEqualTo(3_000);
        pipeline.jump(T0 + 61_000);
        pipeline.advance(60_000);

        assertThat(pipeline.count("deferredFacts")).isZero();
        // 61 s of one processor, then 3,001 processors from the last resize on.
        assertThat(usage("anna")).isEqualTo(61 + 3_001 * 940.0);
    }
}
