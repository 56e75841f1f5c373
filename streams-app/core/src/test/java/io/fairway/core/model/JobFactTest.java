package io.fairway.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Contradicting facts, the one that prevails, and the comparison and stored codes of values. */
class JobFactTest {
    private static final long T0 = 1_795_000_000_000L;

    private static JobFact fact(JobEventType type, long seconds, long run) {
        return JobFact.of(type, T0 + seconds * 1000, run);
    }

    /** A run starts and ends once, whatever its times. Changes of a job are separate facts at each time. */
    @Test
    void twoFactsOfOneThingContradictEachOther() {
        JobFact end = fact(JobEventType.FINISHED, 10, T0);
        assertThat(end.contradicts(fact(JobEventType.FINISHED, 20, T0))).isTrue();
        assertThat(end.contradicts(fact(JobEventType.FINISHED, 10, T0 + 1))).isFalse();
        assertThat(end.contradicts(fact(JobEventType.CANCELLED, 10, T0))).isFalse();

        JobFact unnamed = fact(JobEventType.FINISHED, 10, JobFact.NO_RUN);
        assertThat(unnamed.contradicts(fact(JobEventType.FINISHED, 10, JobFact.NO_RUN)))
                .isTrue();
        assertThat(unnamed.contradicts(fact(JobEventType.FINISHED, 20, JobFact.NO_RUN)))
                .isFalse();
        assertThat(unnamed.contradicts(unnamed.withSequence(7))).isFalse();

        JobFact held = fact(JobEventType.HELD, 10, JobFact.NO_RUN);
        assertThat(held.contradicts(held)).isTrue();
        assertThat(held.contradicts(held.withSequence(7))).isFalse();
        assertThat(held.contradicts(fact(JobEventType.HELD, 20, JobFact.NO_RUN)))
                .isFalse();
        JobFact submitted = fact(JobEventType.SUBMITTED, 10, JobFact.NO_RUN);
        assertThat(submitted.contradicts(submitted.withSequence(7))).isTrue();
        assertThat(submitted.contradicts(fact(JobEventType.SUBMITTED, 20, JobFact.NO_RUN)))
                .isFalse();
    }

    @Test
    void aMeasuredSampleReplacesOnlyASampleOfItsCounter() {
        JobFact measured = fact(JobEventType.SAMPLE, 10, T0).withCpu(5, 1);

        assertThat(measured.contradicts(fact(JobEventType.SAMPLE, 20, T0).withCpu(9, 1)))
                .isTrue();
        assertThat(measured.contradicts(fact(JobEventType.SAMPLE, 20, T0).withCpu(9, 2)))
                .isFalse();
        assertThat(measured.contradicts(fact(JobEventType.SAMPLE, 20, T0).withCpu(Double.NaN, 1)))
                .isFalse();
    }

    @Test
    void theHigherRankPrevailsThenTheLaterRevisionThenTheLaterSample() {
        JobFact plain = fact(JobEventType.FINISHED, 10, T0);

        assertThat(plain.withSourcePrecedence(1).withRevision(0).prevailsOver(plain.withRevision(9)))
                .isTrue();
        assertThat(plain.withRevision(2).prevailsOver(plain.withRevision(1))).isTrue();
        assertThat(plain.prevailsOver(plain)).isFalse();
        assertThat(plain.withRevision(1)
                        .prevailsOver(plain.withSourcePrecedence(1).withRevision(0)))
                .isFalse();

        JobFact sample = fact(JobEventType.SAMPLE, 10, T0).withCpu(5, 1);
        JobFact later = fact(JobEventType.SAMPLE, 20, T0).withCpu(9, 1);
        assertThat(sample.withSequence(2).prevailsOver(later.withSequence(1))).isTrue();
        assertThat(sample.withSequence(1).prevailsOver(later.withSequence(2))).isFalse();
        assertThat(later.prevailsOver(sample)).isTrue();
        assertThat(sample.prevailsOver(later)).isFalse();
        assertThat(sample.prevailsOver(sample)).isFalse();
    }

    @ParameterizedTest
    @EnumSource(JobEventType.class)
    void aTypeKeepsItsCode(JobEventType type) {
        assertThat(JobEventType.ofCode(type.code())).isEqualTo(type);
        assertThatIllegalArgumentException().isThrownBy(() -> JobEventType.ofCode(20));
    }

    @Test
    void resourcesAreEqualByValueAndOrderedByNameThenCount() {
        Tres four = Tres.of(Map.of("cpu", new BigDecimal("4.0"), "mem", BigDecimal.valueOf(2000)));

        assertThat(four).hasToString("cpu=4,mem=2000");
        assertThat(four).isEqualTo(Tres.of(Map.of("mem", BigDecimal.valueOf(2000), "cpu", BigDecimal.valueOf(4))));
        assertThat(four).hasSameHashCodeAs(Tres.of(four.counts()));
        assertThat(four).isNotEqualTo(Tres.cpus(4)).isNotEqualTo("cpu=4,mem=2000");
        assertThat(Tres.NONE).isEqualTo(Tres.of(Map.of())).isLessThan(Tres.cpus(1));
        assertThat(Tres.cpus(4)).isLessThan(four).isGreaterThan(Tres.cpus(3));
        assertThat(Tres.of(Map.of("mem", BigDecimal.ONE))).isGreaterThan(Tres.cpus(9));
        assertThat(four.compareTo(Tres.of(four.counts()))).isZero();
    }

    @Test
    void attributesAreEqualByValueAndOrderedByAttributeThenRequest() {
        JobAttributes anna = JobAttributes.of(Map.of(Attribute.USER, "anna"), Tres.cpus(2));
        JobAttributes none = JobAttributes.of(Map.of(Attribute.USER, ""), Tres.NONE);

        assertThat(anna).isEqualTo(JobAttributes.of(anna.values(), Tres.cpus(2)));
        assertThat(anna).hasSameHashCodeAs(JobAttributes.of(anna.values(), Tres.cpus(2)));
        assertThat(anna)
                .isNotEqualTo(JobAttributes.of(anna.values(), Tres.cpus(3)))
                .isNotEqualTo(JobAttributes.of(Map.of(Attribute.USER, "bob"), Tres.cpus(2)))
                .isNotEqualTo("anna");
        assertThat(anna).hasToString("{USER=anna} requesting cpu=2");
        assertThat(none).hasToString("{USER=}");
        assertThat(anna).isGreaterThan(none).isGreaterThan(JobAttributes.NONE);
        assertThat(anna).isLessThan(JobAttributes.of(anna.values(), Tres.cpus(3)));
        // An absent name and an empty name are different.
        assertThat(none).isGreaterThan(JobAttributes.NONE);
        assertThat(JobAttributes.NONE).isLessThan(none);
    }

    /** Against maps, which say what is meant. */
    @Test
    void laterAttributesOverwriteTheSameOnesWhicheverTheyAre() {
        SplittableRandom random = new SplittableRandom(7);
        for (int trial = 0; trial < 2_000; trial++) {
            Map<Attribute, String> first = attributes(random);
            Map<Attribute, String> second = attributes(random);
            Map<Attribute, String> both = new EnumMap<>(first);
            both.putAll(second);

            JobAttributes merged = JobAttributes.of(first, Tres.NONE).with(JobAttributes.of(second, Tres.NONE));

            assertThat(merged.values()).isEqualTo(both);
            assertThat(merged.size()).isEqualTo(both.size());
            assertThat(merged.length()).isEqualTo(String.join("", both.values()).length());
            assertThat(merged).isEqualTo(JobAttributes.of(both, Tres.NONE));
            for (Attribute attribute : Attribute.values()) {
                assertThat(merged.text(attribute)).isEqualTo(both.get(attribute));
                assertThat(merged.has(attribute)).isEqualTo(both.containsKey(attribute));
            }
        }
    }

    private static Map<Attribute, String> attributes(SplittableRandom random) {
        Map<Attribute, String> values = new EnumMap<>(Attribute.class);
        int oneOf = 1 + random.nextInt(8);
        for (Attribute attribute : Attribute.values()) {
            if (random.nextInt(oneOf) == 0) {
                values.put(attribute, "v" + random.nextInt(3));
            }
        }
        return values;
    }
}
