package io.fairway.core.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The limits of facts, each to its last allowed value, and the text of each refusal. */
class FactRulesTest {
    private static final long T0 = 1_795_000_000_000L;
    private static final JobKey JOB = new JobKey("alps", "alps", "4711");
    private static final String LONG = "x".repeat(FactRules.MAX_NAME);

    private static JobFact started(long time, long run) {
        return JobFact.of(JobEventType.STARTED, time, run);
    }

    private static void allowed(JobFact fact) {
        assertThat(FactRules.problem(JOB, fact)).isNull();
    }

    private static void refused(JobFact fact, String part) {
        assertThat(FactRules.problem(JOB, fact)).contains(part);
    }

    @Test
    void namesInAJobKeyHaveABoundedLength() {
        JobFact fact = started(T0, T0);

        allowed(fact);
        assertThat(FactRules.problem(new JobKey("alps", "", "1"), fact)).contains("neither may be empty");
        assertThat(FactRules.problem(new JobKey("alps", "alps", ""), fact)).contains("neither may be empty");
        assertThat(FactRules.problem(new JobKey("alps", "alps", LONG), fact)).isNull();
        assertThat(FactRules.problem(new JobKey("alps", "alps", LONG + "x"), fact))
                .contains("1025 characters")
                .contains("must have at most 1024");
    }

    @Test
    void timesLieBetween1970And9999() {
        for (long time : new long[] {0, FactRules.MAX_TIME}) {
            assertThat(FactRules.isPossible(time)).isTrue();
            allowed(started(time, time));
        }
        assertThat(FactRules.isPossible(-1)).isFalse();
        // -1 marks a fact without a run.
        for (long time : new long[] {-2, FactRules.MAX_TIME + 1}) {
            assertThat(FactRules.isPossible(time)).isFalse();
            refused(started(time, time), "time " + time);
            refused(JobFact.of(JobEventType.SAMPLE, T0, time), "run " + time);
        }
    }

    @Test
    void factsOfARunAreNotBeforeItsStart() {
        allowed(JobFact.of(JobEventType.FINISHED, T0, T0));
        refused(JobFact.of(JobEventType.FINISHED, T0 - 1, T0), "must not be before the run's start " + T0);
        refused(started(T0 + 1, T0), "a start must carry its own time, " + (T0 + 1));
        allowed(started(T0, JobFact.NO_RUN));
        // A hold belongs to the job, not to a run.
        allowed(JobFact.of(JobEventType.HELD, T0 - 1, T0));
    }

    @Test
    void cpuTimeIsFiniteAndNotNegative() {
        allowed(started(T0, T0).withCpu(0, 0));
        allowed(started(T0, T0).withCpu(Double.NaN, 0));
        refused(started(T0, T0).withCpu(-0.1, 0), "CPU time -0.1");
        refused(started(T0, T0).withCpu(Double.POSITIVE_INFINITY, 0), "CPU time Infinity");
    }

    @Test
    void aMoveInAQueueIsOneOfFour() {
        allowed(started(T0, T0).withAttributes(JobAttributes.of(Map.of(Attribute.QUEUE_MOVE, "OWN_TOP"), Tres.NONE)));
        refused(
                started(T0, T0).withAttributes(JobAttributes.of(Map.of(Attribute.QUEUE_MOVE, "UNKNOWN"), Tres.NONE)),
                "QUEUE_MOVE 'UNKNOWN': must be one of [TOP, BOTTOM, OWN_TOP, OWN_BOTTOM]");
    }

    @Test
    void resourcesAreCountedFromZeroToAMillionMillion() {
        BigDecimal most = BigDecimal.valueOf(1_000_000_000_000L);
        allowed(started(T0, T0).withAllocated(Tres.of(Map.of("cpu", most, "mem", BigDecimal.ZERO, LONG, most))));
        refused(started(T0, T0).withAllocated(Tres.cpus(-1)), "allocated cpu=-1: must be 0 to 1000000000000");
        refused(started(T0, T0).withAllocated(Tres.of(Map.of("cpu", most.add(BigDecimal.ONE)))), "cpu=1000000000001");
        refused(started(T0, T0).withAllocated(Tres.of(Map.of(LONG + "x", most))), "resource of 1025 characters");
        refused(
                started(T0, T0).withAttributes(JobAttributes.of(Map.of(), Tres.cpus(-2))),
                "requested cpu=-2: must be 0");

        Map<String, BigDecimal> many = new HashMap<>();
        for (int i = 0; i < 1024; i++) {
            many.put("gres/" + i, BigDecimal.ONE);
        }
        allowed(started(T0, T0).withAllocated(Tres.of(many)));
        many.put("one more", BigDecimal.ONE);
        refused(started(T0, T0).withAllocated(Tres.of(many)), "names 1025 resources");
    }

    @ParameterizedTest
    @CsvSource({
        "NODES, 0, -1",
        "TIME_LIMIT, 9223372036854775807, 9223372036854775808",
        "BEGIN_TIME, 253402300799999, 253402300800000",
        "NICE, 2147483645, 2147483646",
        "NICE, -2147483645, -2147483646",
        "SITE_FACTOR, -2147483645, -2147483646",
        "DIRECT_PRIORITY, 4294967295, 4294967296",
        "DIRECT_PRIORITY, -1, -2",
        "USER_PRIORITY, -1.5, seven",
        "TASKS, 1, 1e",
    })
    void numbersHaveTheirRange(Attribute attribute, String last, String beyond) {
        allowed(saying(attribute, last));
        refused(saying(attribute, beyond), attribute + " ");
        refused(saying(attribute, beyond), beyond);
    }

    @Test
    void textsHaveABoundedLength() {
        String text = "x".repeat(FactRules.MAX_TEXT);
        for (Attribute name : new Attribute[] {Attribute.TREE, Attribute.ACCOUNT, Attribute.USER}) {
            allowed(saying(name, LONG));
            refused(saying(name, LONG + "x"), name + " of 1025 characters");
        }
        allowed(saying(Attribute.JOB_NAME, text));
        refused(saying(Attribute.JOB_NAME, text + "x"), "JOB_NAME of 16385 characters");
        // Nobody means a number of 40 digits.
        refused(saying(Attribute.ADMIN_VALUE, "1".repeat(40)), "must be a number");
        allowed(saying(Attribute.ADMIN_VALUE, "1".repeat(39)));
    }

    private static JobFact saying(Attribute attribute, String value) {
        return started(T0, T0).withAttributes(JobAttributes.of(Map.of(attribute, value), Tres.NONE));
    }
}
