package io.fairway.schedulers.lsf.aps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fairway.core.policy.Term;
import io.fairway.schedulers.lsf.aps.AbsolutePriority.Kind;
import io.fairway.schedulers.lsf.aps.ApsState.Place;
import io.fairway.schedulers.lsf.config.LsfProblem;
import io.fairway.schedulers.lsf.queue.ChunkJob;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Published examples outside the golden file, configuration texts, order and chunks. */
class AbsolutePriorityTest {
    private static final long HOUR = 3_600_000;
    private static final long NOW = 1_700_000_000_000L;
    private static final JobPriorityRules RULES = JobPriorityRules.of(100L, "3/20");
    private static final ApsParameters EXAMPLE_1 = ApsParameters.parse("WEIGHT[[JPRIORITY,1][QPRIORITY,10]]");

    /** 50 + 10 * 20. */
    @Test
    void queuesOfAGroupDifferByTheirPriority() {
        assertThat(AbsolutePriority.evaluate(
                                ApsRequest.of(1, 0, 0, 20),
                                ApsState.submitted(NOW, 50),
                                0,
                                EXAMPLE_1,
                                JobPriorityRules.NONE,
                                NOW)
                        .value())
                .isEqualTo(250);
    }

    @Test
    void positionsOrderEqualValuesAndBeforePendingComesFirst() {
        List<ApsOrder> order = new ArrayList<>();
        AbsolutePriority low = calculated(10);
        AbsolutePriority high = calculated(20);
        order.add(new ApsOrder("usual", high, 5, Place.USUAL));
        order.add(new ApsOrder("bottom", high, 1, Place.BOTTOM));
        order.add(new ApsOrder("top", high, 9, Place.TOP));
        order.add(new ApsOrder("suspended", low, 9, Place.BEFORE_PENDING));
        order.add(new ApsOrder("earlier", high, 4, Place.USUAL));
        order.add(new ApsOrder("lower", low, 0, Place.TOP));
        Collections.sort(order);

        assertThat(order)
                .extracting(ApsOrder::job)
                .containsExactly("suspended", "top", "earlier", "usual", "bottom", "lower");
    }

    private static AbsolutePriority calculated(double value) {
        return new AbsolutePriority(Kind.CALCULATED, value, List.of());
    }

    @Test
    void membersOfAChunkEqualTheFirst() {
        ChunkJob first = new ChunkJob("1", "u", "mem", "h", "q", "", 50);
        List<ChunkJob> ordered = List.of(
                first,
                new ChunkJob("2", "other", "mem", "h", "q", "", 50),
                new ChunkJob("3", "u", "swp", "h", "q", "", 50),
                new ChunkJob("4", "u", "mem", "h2", "q", "", 50),
                new ChunkJob("5", "u", "mem", "h", "q2", "", 50),
                new ChunkJob("6", "u", "mem", "h", "q", "", 51),
                new ChunkJob("7", "u", "mem", "h", "q", "profile", 50),
                new ChunkJob("8", "u", "mem", "h", "q", "", 50),
                new ChunkJob("9", "u", "mem", "h", "q", "", 50));

        assertThat(ChunkJob.next(ordered, 3)).extracting(ChunkJob::id).containsExactly("1", "7", "8");
        assertThat(new ChunkJob("a", "u", "", "", "q1", "p", 1).fits(new ChunkJob("b", "u", "", "", "q2", "p", 1)))
                .isTrue();
        assertThat(ChunkJob.next(List.of(), 3)).isEmpty();
        for (ChunkJob other : ordered) {
            assertThat(Collections.disjoint(first.keys(), other.keys()))
                    .as("keys of %s", other.id())
                    .isEqualTo(!first.fits(other));
        }
        // 1, 7 and 8 go first; what is left begins chunks of its own, in its order.
        assertThat(ChunkJob.all(ordered, job -> 3))
                .extracting(chunk -> chunk.stream().map(ChunkJob::id).toList())
                .containsExactly(
                        List.of("1", "7", "8"),
                        List.of("2"),
                        List.of("3"),
                        List.of("4"),
                        List.of("5"),
                        List.of("6"),
                        List.of("9"));
    }

    @Test
    void aJobsRequests() {
        assertThat(ApsRequest.processors(2L, 8L, 4L)).isEqualTo(8);
        assertThat(ApsRequest.processors(2L, null, 4L)).isEqualTo(2);
        assertThat(ApsRequest.processors(null, null, 4L)).isEqualTo(4);
        assertThat(ApsRequest.processors(null, null, null)).isEqualTo(1);
        String requirement = "select[mem>500] rusage[mem=400:swp=50.5, lic=1] || rusage[mem=9000]";
        assertThat(ApsRequest.requested(requirement, "mem")).isEqualTo(400);
        assertThat(ApsRequest.requested(requirement, "swp")).isEqualTo(50.5);
        assertThat(ApsRequest.requested("rusage[mem=20 || mem=10]", "mem")).isEqualTo(20);
        assertThat(ApsRequest.requested("select[mem>500]", "mem")).isZero();
    }

    @Test
    void jobPrioritiesHaveARange() {
        assertThat(RULES.submitted(null, false)).isEqualTo(50);
        assertThat(RULES.submitted(100L, false)).isEqualTo(100);
        assertThat(RULES.submitted(500L, true)).isEqualTo(500);
        assertThat(JobPriorityRules.NONE.submitted(null, false)).isZero();
        assertThat(RULES.escalated(99, 20 * 60_000)).isEqualTo(102);
        assertThat(JobPriorityRules.of(100L, "999999999/1").escalated(50, 100 * HOUR))
                .isEqualTo(2147483647.0);
        for (Runnable wrong : List.<Runnable>of(
                () -> RULES.submitted(101L, false),
                () -> RULES.submitted(0L, true),
                () -> JobPriorityRules.NONE.submitted(1L, true))) {
            assertThatIllegalArgumentException().isThrownBy(wrong::run).withMessageContaining("MAX_USER_PRIORITY");
        }
        for (String wrong : List.of("3", "0/20", "3/0", "-3/20", "3/20/1")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> JobPriorityRules.of(1L, wrong))
                    .withMessageContaining("\"" + wrong + "\"");
        }
    }

    /** Two weighted sub-factors of 50 and 300: the limit of WORK applies to their sum, and the maximum to the whole. */
    @Test
    void limitsOfFactorsAndTheLargestValue() {
        ApsParameters limited =
                ApsParameters.parse("WEIGHT[[JPRIORITY,1] [QPRIORITY,10] [WORK,2] [FS,100]] LIMIT[[WORK,600] [FS,40]]");
        AbsolutePriority priority = AbsolutePriority.evaluate(
                ApsRequest.of(1, 0, 0, 30), ApsState.submitted(NOW, 50), 0.5, limited, JobPriorityRules.NONE, NOW);

        assertThat(priority.value()).isEqualTo(640);
        assertThat(priority.terms())
                .extracting(term -> term.name() + "=" + term.value())
                .containsExactly("aps=640.0", "FS=40.0", "WORK=600.0", "JPRIORITY=50.0", "QPRIORITY=300.0");
        assertThat(priority.terms().get(2).inputs())
                .containsExactly(Term.in("value", 350.0), Term.in("weight", 2.0), Term.in("limit", 600.0));
        assertThat(AbsolutePriority.evaluate(
                                ApsRequest.of(1, 1e9, 0, 0),
                                ApsState.submitted(NOW, 0),
                                0,
                                ApsParameters.parse("WEIGHT[[MEM,1]]"),
                                JobPriorityRules.NONE,
                                NOW)
                        .value())
                .isEqualTo(1_000_000);
    }

    /** A grace period of 10 hours ends after more than 10 hours, and the term gives the time so far. */
    @Test
    void aGracePeriodIsOverAfterItsLastMillisecond() {
        ApsParameters graced = ApsParameters.parse("WEIGHT[[MEM,2]] GRACE_PERIOD[[MEM,10h]]");
        for (long late = 0; late <= 1; late++) {
            AbsolutePriority priority = AbsolutePriority.evaluate(
                    ApsRequest.of(1, 500, 0, 0),
                    ApsState.submitted(NOW, 0),
                    0,
                    graced,
                    JobPriorityRules.NONE,
                    NOW + 10 * HOUR + late);

            assertThat(priority.value()).isEqualTo(1000.0 * late);
            assertThat(priority.terms().get(2).inputs())
                    .contains(
                            Term.in("graceSeconds", 36_000.0), Term.in("pendingSeconds", (10 * HOUR + late) / 1000.0));
        }
    }

    @Test
    void apsPriorityHasOneForm() {
        ApsParameters parsed = ApsParameters.parse(
                "WEIGHT[[JPRIORITY, 1] [MEM,-0.5]] LIMIT[[MEM,3.5]] GRACE_PERIOD[[MEM,10h] [JPRIORITY,10m] [QPRIORITY,10s] [RSRC,10]]");
        assertThat(parsed.graceMillis(ApsFactor.RSRC)).isEqualTo(10 * HOUR);
        assertThat(parsed.graceMillis(ApsFactor.QPRIORITY)).isEqualTo(10_000);
        assertThat(parsed.weight(ApsFactor.RSRC)).isEqualTo(1);
        assertThat(parsed.weight(ApsFactor.SWAP)).isZero();
        assertThat(ApsText.graceSeconds("10m")).isEqualTo(600);
        Map<String, String> wrong = Map.ofEntries(
                Map.entry("WEIGHT[[MEM,0]]", "WEIGHT of MEM"),
                Map.entry("WEIGHT[[MEM,1]] LIMIT[[MEM,0]]", "LIMIT of MEM"),
                Map.entry("WEIGHT[[MEM,1]] LIMIT[[MEM,-1]]", "LIMIT of MEM"),
                Map.entry("WEIGHT[[MEM,1]] GRACE_PERIOD[[MEM,0]]", "GRACE_PERIOD \"0\""),
                Map.entry("WEIGHT[[MEM,1]] GRACE_PERIOD[[MEM,1d]]", "GRACE_PERIOD \"1d\""),
                Map.entry("WEIGHT[[ADMIN,1]]", "WEIGHT of ADMIN"),
                Map.entry("WEIGHT[[MEM,1]] LIMIT[[ADMIN,1]]", "LIMIT of ADMIN"),
                Map.entry("WEIGHT[[MEM,1]] GRACE_PERIOD[[ADMIN,1]]", "GRACE_PERIOD of ADMIN"),
                Map.entry("WEIGHT[[NICE,1]]", "WEIGHT of NICE"),
                Map.entry("WEIGHT[[MEM,x]]", "WEIGHT of MEM \"x\""),
                Map.entry("WEIGHT[[MEM,1][MEM,2]]", "must occur once"),
                Map.entry("WEIGHT[[MEM,1]] WEIGHT[[SWAP,1]]", "must occur once"),
                Map.entry("WEIGHT[[MEM,1]] FOO[[MEM,1]]", "FOO"),
                Map.entry("WEIGHT[[MEM]]", "must be"),
                Map.entry("LIMIT[[MEM,1]]", "must be WEIGHT"),
                Map.entry("", "must be WEIGHT"));
        wrong.forEach((text, part) -> assertThatIllegalArgumentException()
                .as(text)
                .isThrownBy(() -> ApsParameters.parse(text))
                .withMessageContaining(part));
        assertThat(ApsParameters.parse("WEIGHT[[MEM,1]] LIMIT[[MEM,2000000]]").warnings("queue q"))
                .extracting(LsfProblem::code)
                .containsExactly(LsfProblem.Code.APS_BEYOND_MAXIMUM);
        assertThat(ApsParameters.parse("WEIGHT[[MEM,1000000]] LIMIT[[MEM,1000000]]")
                        .warnings("queue q"))
                .isEmpty();
        assertThat(ApsParameters.parse("WEIGHT[[MEM,2000000]]").warnings("queue q"))
                .extracting(LsfProblem::code)
                .containsExactly(LsfProblem.Code.APS_BEYOND_MAXIMUM);
    }
}
