package io.fairway.api.why;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.core.model.NodeId;
import io.fairway.core.priority.Component;
import io.fairway.core.priority.Factor;
import io.fairway.core.priority.FairshareTerm;
import io.fairway.core.priority.Form;
import io.fairway.core.priority.JobPriorityRecord;
import io.fairway.core.priority.Rounding;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The rows of a priority add up to it, bit for bit, for any record. */
class PriorityRowsTest {
    private static final NodeId ANNA = NodeId.ofUser("alps", "physics", "anna");
    private static final long AT = 1_700_000_000_000L;

    @Test
    void rowsOfRandomRecordsAddUpToThePriority() {
        for (long seed = 0; seed < 20_000; seed++) {
            Random random = new Random(seed);
            RankedJob job = job(record(random), random.nextInt(4) == 0 ? Double.NaN : number(random));

            List<Row> rows = PriorityRows.of(job, 1, List.of(), AT);

            double sum = 0;
            for (Row row : rows) {
                sum += row.contribution();
            }
            assertThat(sum)
                    .as("seed %d: %s of %s", seed, rows, job)
                    .isEqualTo(job.record().evaluate(AT, job.fairshare()) + 0.0);
            parts(rows);
        }
    }

    @Test
    void boundsAndRoundingAreRowsOfTheirOwn() {
        JobPriorityRecord record =
                record(List.of(constant("age", 1000, 0.25), constant("qos", 1, 0.75)), Rounding.MOAB);

        assertThat(PriorityRows.of(job(record, Double.NaN), 1, List.of(), AT))
                .extracting(Row::name, Row::kind, Row::contribution)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("age", Row.Kind.COMPONENT, 250.0),
                        org.assertj.core.groups.Tuple.tuple("qos", Row.Kind.COMPONENT, 0.75),
                        org.assertj.core.groups.Tuple.tuple("maximum", Row.Kind.BOUND, -50.25),
                        org.assertj.core.groups.Tuple.tuple("rounding", Row.Kind.ROUNDING, -0.5));
    }

    @Test
    void aCappedComponentSaysWhatTheCapTook() {
        Component capped = new Component(
                "CRED",
                2,
                List.of(Factor.of("USER", 3, new Form.Constant(10)), Factor.of("QOS", 1, new Form.Constant(5))),
                Double.NEGATIVE_INFINITY,
                20);
        Row row = PriorityRows.of(job(record(List.of(capped), Rounding.LSF), Double.NaN), 1, List.of(), AT)
                .get(0);

        // 3 * 10 + 5 = 35 is capped at 20; each part times the weight 2.
        assertThat(row.contribution()).isEqualTo(40);
        assertThat(row.parts()).extracting(Row::name).containsExactly("USER", "QOS", "cap");
        assertThat(row.parts()).extracting(Row::contribution).containsExactly(60.0, 10.0, -30.0);
    }

    @Test
    void aHeldJobHasARowThatTakesEverythingAway() {
        JobPriorityRecord record = new JobPriorityRecord(
                List.of(constant("age", 1000, 0.25)), 0, 0, null, Rounding.SLURM_U32, 0, 100, true, AT + 1);

        assertThat(PriorityRows.of(job(record, Double.NaN), 1, List.of(), AT).get(1))
                .isEqualTo(Row.step("held", -250, Row.Kind.BOUND, "A held job has priority 0."));
    }

    /** The parts of a component add up to its contribution, except for the last digits. */
    private static void parts(List<Row> rows) {
        for (Row row : rows) {
            if (!row.parts().isEmpty()) {
                double sum = 0;
                double size = 0;
                for (Row part : row.parts()) {
                    sum += part.contribution();
                    size += Math.abs(part.contribution());
                }
                assertThat(Math.abs(sum - row.contribution())).isLessThanOrEqualTo(1e-14 * size);
            }
        }
    }

    private static RankedJob job(JobPriorityRecord record, double fairshare) {
        return new RankedJob("alps", "1", "anna", "physics", "", 0, record, fairshare);
    }

    private static JobPriorityRecord record(List<Component> components, Rounding rounding) {
        return new JobPriorityRecord(components, 0, 0, null, rounding, 1, 200.5, false, AT + 1);
    }

    private static Component constant(String name, double weight, double value) {
        return Component.of(name, weight, new Form.Constant(value));
    }

    private static JobPriorityRecord record(Random random) {
        List<Component> components = new ArrayList<>();
        int count = random.nextInt(6);
        for (int i = 0; i < count; i++) {
            List<Factor> factors = new ArrayList<>();
            int size = 1 + random.nextInt(3);
            for (int k = 0; k < size; k++) {
                Form form = switch (random.nextInt(4)) {
                    case 0 -> new Form.Constant(number(random));
                    case 1 -> Form.Ramp.ofSeconds(AT - random.nextInt(1_000_000), 1 + random.nextInt(1000));
                    case 2 -> new Form.Step(AT - random.nextInt(1_000_000), 60_000, number(random), 1e9);
                    default -> new Form.InverseSquare(AT + random.nextInt(1_000_000), 1000, 1e-3, 0);
                };
                double cap = random.nextInt(3) == 0 ? Math.abs(number(random)) : Double.POSITIVE_INFINITY;
                factors.add(new Factor("f" + k, number(random), form, -1e300, cap));
            }
            double cap = random.nextInt(3) == 0 ? Math.abs(number(random)) : Double.POSITIVE_INFINITY;
            components.add(new Component("c" + i, number(random), factors, -cap, cap));
        }
        double one = bound(random, Double.NEGATIVE_INFINITY);
        double other = bound(random, Double.POSITIVE_INFINITY);
        NodeId node = random.nextInt(3) == 0 ? null : ANNA;
        return new JobPriorityRecord(
                components,
                number(random),
                random.nextInt(count + 1),
                random.nextBoolean() ? FairshareTerm.RANK : FairshareTerm.FACTOR,
                node,
                List.of(Rounding.values()).get(random.nextInt(3)),
                Math.min(one, other),
                Math.max(one, other),
                random.nextInt(10) == 0,
                false,
                AT + 1,
                List.of());
    }

    private static double bound(Random random, double none) {
        return random.nextInt(3) == 0 ? number(random) : none;
    }

    /** A number of either sign, from tiny to beyond the bounds of Slurm and the digits of a double. Some are whole. */
    private static double number(Random random) {
        double number = random.nextGaussian() * StrictMath.pow(10, random.nextInt(30) - 8);
        return random.nextInt(3) == 0 ? Math.rint(number) : number;
    }
}
