package io.fairway.schedulers.lsf.aps;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.core.model.NodeId;
import io.fairway.core.priority.JobPriorityRecord;
import io.fairway.core.priority.Standing;
import io.fairway.schedulers.lsf.aps.ApsState.Place;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** The record of an absolute priority against its calculation, on seeded random jobs. */
class ApsRecordTest {
    private static final long HOUR = 3_600_000;
    private static final long NOW = 1_700_000_000_000L;
    private static final JobPriorityRules RULES = JobPriorityRules.of(100L, "3/20");
    private static final ApsParameters EXAMPLE_1 = ApsParameters.parse("WEIGHT[[JPRIORITY,1][QPRIORITY,10]]");
    private static final NodeId USER = NodeId.ofUser("normal", "g", "u");

    /** A record made once gives the calculated value at every later instant until it ends. */
    @Test
    void theRecordIsTheSameNumberAtEveryInstant() {
        SplittableRandom random = new SplittableRandom(21);
        ApsFactor[] weighted = {
            ApsFactor.FS,
            ApsFactor.RSRC,
            ApsFactor.PROC,
            ApsFactor.MEM,
            ApsFactor.WORK,
            ApsFactor.JPRIORITY,
            ApsFactor.QPRIORITY,
            ApsFactor.USER
        };
        ApsEvent[] events = ApsEvent.values();
        int ended = 0;
        for (int round = 0; round < 1000; round++) {
            Map<ApsFactor, Double> weights = new EnumMap<>(ApsFactor.class);
            Map<ApsFactor, Double> limits = new EnumMap<>(ApsFactor.class);
            Map<ApsFactor, Long> grace = new EnumMap<>(ApsFactor.class);
            for (ApsFactor factor : weighted) {
                if (random.nextInt(4) > 0) {
                    weights.put(factor, random.nextInt(1, 9) * (random.nextInt(4) == 0 ? -1.0 : 1.0));
                }
                if (random.nextInt(4) == 0) {
                    limits.put(factor, (double) random.nextInt(1, 300));
                }
                if (random.nextInt(4) == 0) {
                    grace.put(factor, HOUR * random.nextInt(1, 6));
                }
            }
            ApsParameters parameters = ApsParameters.of(weights, limits, grace);
            JobPriorityRules rules = random.nextInt(3) == 0 ? JobPriorityRules.NONE : RULES;
            ApsRequest request = new ApsRequest(
                    random.nextInt(1, 20), random.nextInt(100), 0, random.nextInt(1, 50), 0, random.nextInt(-9, 9), 0);
            ApsState state = ApsState.submitted(NOW, random.nextInt(1, 100));
            long now = NOW;
            for (int event = random.nextInt(4); event > 0; event--) {
                now += random.nextLong(2 * HOUR);
                state = events[random.nextInt(events.length)].apply(
                        state, now, random.nextBoolean(), ApsEvent.Settings.DEFAULTS);
            }
            if (state.pendingSince() != null && random.nextInt(3) == 0) {
                state = state.withAdmin(random.nextInt(1, 50), true);
            }
            double fairshare = random.nextDouble(30);
            JobPriorityRecord record = ApsRecord.of(request, state, USER, fairshare, parameters, rules, false, now);
            ended += record.validUntil() < JobPriorityRecord.FOREVER ? 1 : 0;
            double ahead = state.place() == Place.BEFORE_PENDING ? ApsRecord.BEFORE_PENDING : 0;
            for (int look = 0; look < 20; look++) {
                long at = now + random.nextLong(8 * HOUR);
                if (at < record.validUntil()) {
                    double expected = AbsolutePriority.evaluate(request, state, fairshare, parameters, rules, at)
                            .value();
                    assertThat(record.evaluate(at, fairshare) - ahead)
                            .as("round %d, %s at %d of %s", round, weights, at - now, state)
                            .isCloseTo(
                                    expected, Offset.offset(ahead > 0 ? 1e-2 : 1e-9 * Math.max(1, Math.abs(expected))));
                }
            }
        }
        assertThat(ended).isGreaterThan(50);
    }

    private record Job(double priority, double then, long submitted, String jobId) implements Standing {}

    /** Any reader of the records computes the same order, whether jobs were requeued to the top or to the bottom. */
    @Test
    void recordsSortLikeTheOrder() {
        SplittableRandom random = new SplittableRandom(22);
        List<ApsOrder> order = new ArrayList<>();
        List<Job> read = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            ApsState state = ApsState.submitted(NOW - random.nextLong(HOUR), random.nextInt(1, 10));
            if (random.nextInt(4) == 0) {
                state = state.withSystem(random.nextInt(1, 50) * (random.nextBoolean() ? 1 : -1), true);
            }
            if (random.nextInt(4) == 0) {
                state = ApsEvent.SUSPEND.apply(state, NOW, false, ApsEvent.Settings.DEFAULTS);
            } else if (random.nextInt(3) == 0) {
                boolean bottom = random.nextBoolean();
                ApsEvent.Settings settings =
                        new ApsEvent.Settings(false, bottom, false, ApsEvent.UserRequeue.AS_PRINTED, false);
                state = ApsEvent.AUTOMATIC_REQUEUE.apply(state, NOW, false, settings);
            }
            ApsRequest request = ApsRequest.of(1, 0, 0, random.nextInt(1, 5));
            order.add(ApsOrder.of("" + i, AbsolutePriority.evaluate(request, state, 0, EXAMPLE_1, RULES, NOW), state));
            JobPriorityRecord record = ApsRecord.of(request, state, null, 0, EXAMPLE_1, RULES, false, NOW);
            read.add(new Job(record.evaluate(NOW, 0), record.thenAt(NOW), state.submitted(), "" + i));
        }
        Collections.sort(order);
        read.sort(Standing.ORDER);
        assertThat(order.stream().map(ApsOrder::place).distinct()).hasSize(4);
        assertThat(read.stream().map(Job::jobId))
                .containsExactlyElementsOf(order.stream().map(ApsOrder::job).toList());
    }
}
