package io.fairway.core.priority;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fairway.core.model.NodeId;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class JobPriorityRecordTest {
    private static final NodeId ANNA = NodeId.ofUser("alps", "cms", "anna");

    @Test
    void termsAreTheSummandsInOrder() {
        JobPriorityRecord record = record(
                List.of(
                        Component.of("age", 1000, Form.Ramp.ofSeconds(0, 100)),
                        Component.of(
                                "tres",
                                1,
                                List.of(
                                        Factor.of("cpu", 10, new Form.Constant(0.5)),
                                        Factor.of("mem", 20, new Form.Constant(0.25)))),
                        Component.of("nice", -1, new Form.Constant(7))),
                1,
                100);

        List<PriorityTerm> terms = record.terms(30_000, 0.75);

        assertThat(terms)
                .containsExactly(
                        new PriorityTerm(
                                "age", 1000, 0.3, 300, List.of(new PriorityTerm("age", 1, 0.3, 0.3, List.of()))),
                        new PriorityTerm("fairshare", 100, 0.75, 75, List.of()),
                        new PriorityTerm(
                                "tres",
                                1,
                                10,
                                10,
                                List.of(
                                        new PriorityTerm("cpu", 10, 0.5, 5, List.of()),
                                        new PriorityTerm("mem", 20, 0.25, 5, List.of()))),
                        new PriorityTerm("nice", -1, 7, -7, List.of(new PriorityTerm("nice", 1, 7, 7, List.of()))));
        assertThat(record.evaluate(30_000, 0.75)).isEqualTo(300 + 75 + 10 - 7);
    }

    @Test
    void theTermsOfAnyRecordAddUpToTheSum() {
        SplittableRandom random = new SplittableRandom(20261121);
        for (int i = 0; i < 500; i++) {
            List<Component> components = random.ints(random.nextInt(1, 6), 0, 4)
                    .mapToObj(kind -> Component.of("c", random.nextDouble(-1e6, 1e6), form(kind, random)))
                    .toList();
            int position = random.nextInt(components.size() + 1);
            JobPriorityRecord record = record(components, position, random.nextDouble(1e9));
            long time = random.nextLong(2_000_000);

            double added = 0;
            for (PriorityTerm term : record.terms(time, 0.3)) {
                added += term.weighted();
            }

            assertThat(added).isEqualTo(record.sum(time, 0.3));
        }
    }

    private static Form form(int kind, SplittableRandom random) {
        long start = random.nextLong(1_000_000);
        return switch (kind) {
            case 0 -> new Form.Constant(random.nextDouble());
            case 1 -> new Form.Ramp(start, 1000, random.nextDouble(1, 1000), 0, 0, 1);
            case 2 -> new Form.Step(start, random.nextLong(1, 60_000), random.nextDouble(-1, 1), 100);
            default -> new Form.InverseSquare(start, 60_000, 1e-4, 1);
        };
    }

    @Test
    void undefinedFairshareCountsAsZero() {
        JobPriorityRecord record = record(List.of(Component.of("site", 1, new Form.Constant(5))), 0, 1000);

        assertThat(record.evaluate(0, Double.NaN)).isEqualTo(5);
    }

    @Test
    void theTieBreakersAddUpInOrder() {
        JobPriorityRecord record = record(List.of(), 0, 1)
                .withFairshareTerm(FairshareTerm.RANK)
                .withThen(List.of(
                        Component.of("JPRIORITY", 2, new Form.Step(0, 1000, 3, 9)),
                        Component.of("place", 1, new Form.Constant(-0.25))));

        assertThat(record.thenAt(2_500)).isEqualTo(2 * 6 - 0.25);
        assertThat(record.thenTerms(2_500)).extracting(PriorityTerm::weighted).containsExactly(12.0, -0.25);
        assertThat(record.evaluate(2_500, 4)).isEqualTo(4);
        assertThat(record.terms(0, 4)).extracting(PriorityTerm::name).containsExactly("fairshare rank");
        assertThat(record(List.of(), 0, 1).thenAt(0)).isZero();
    }

    @Test
    void aRecordWithoutFairshareHasNoFairshareTerm() {
        JobPriorityRecord record = new JobPriorityRecord(
                List.of(Component.of("site", 1, new Form.Constant(5))),
                0,
                0,
                null,
                Rounding.LSF,
                Double.NEGATIVE_INFINITY,
                Double.POSITIVE_INFINITY,
                false,
                JobPriorityRecord.FOREVER);

        assertThat(record.terms(0, 1)).extracting(PriorityTerm::name).containsExactly("site");
    }

    @Test
    void refusesMeaninglessNumbers() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Component.of("age", Double.NaN, new Form.Constant(1)))
                .withMessage("weight NaN of component age: must be finite");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Factor.of("cpu", Double.POSITIVE_INFINITY, new Form.Constant(1)))
                .withMessageContaining("factor cpu");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Factor("cpu", 1, new Form.Constant(1), 2, 1))
                .withMessageContaining("2.0 to 1.0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Form.Ramp(0, 0, 1, 0, 0, 1))
                .withMessageContaining("unit 0 ms");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Form.Step(0, 60_000, 1, Double.NaN))
                .withMessageContaining("NaN");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Form.InverseSquare(0, 1, 0, 0))
                .withMessageContaining("epsilon 0.0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> record(List.of(), 1, 1))
                .withMessageContaining("fairshare position 1");
    }

    private static JobPriorityRecord record(List<Component> components, int position, double weight) {
        return new JobPriorityRecord(
                components,
                weight,
                position,
                ANNA,
                Rounding.SLURM_U32,
                1,
                Rounding.U32_MAX,
                false,
                JobPriorityRecord.FOREVER);
    }
}
