package io.fairway.core.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.core.model.Attribute;
import io.fairway.core.model.JobAttributes;
import io.fairway.core.model.JobEventType;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.Tres;
import io.fairway.core.usage.DecayLaw;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a step reads once and shares is what each reader would read by itself, and the short way to read a job that ran
 * once gives what the long way gives. The facts are any: most sets of them contradict what a job can do.
 */
class JobReadingTest {
    private static final JobKey JOB = new JobKey("alps", "alps", "job");
    private static final long FROM = 1_795_000_000_000L;
    private static final long GRID = 600_000;
    private static final int STEPS = 12;

    private final List<JobEventType> types = List.of(JobEventType.values());

    private JobFact fact(Random random, int starts) {
        long run = random.nextBoolean() ? JobFact.NO_RUN : FROM + random.nextInt(starts) * GRID;
        EnumMap<Attribute, String> said = new EnumMap<>(Attribute.class);
        if (random.nextInt(3) == 0) {
            said.put(Attribute.ACCOUNT, "cms");
            said.put(Attribute.USER, random.nextBoolean() ? "anna" : "bob");
        }
        if (random.nextInt(4) == 0) {
            said.put(Attribute.TIME_LIMIT, Integer.toString(random.nextInt(10_000)));
        }
        Tres held = random.nextBoolean() ? Tres.NONE : Tres.cpus(1L + random.nextInt(64));
        JobFact fact = JobFact.of(
                        types.get(random.nextInt(types.size())),
                        FROM + random.nextInt(STEPS) * GRID + random.nextInt(2),
                        run)
                .withAttributes(JobAttributes.of(said, random.nextInt(4) == 0 ? Tres.cpus(2) : Tres.NONE))
                .withAllocated(held)
                .withSequence(random.nextInt(3))
                .withSourcePrecedence(random.nextInt(2))
                .withRevision(random.nextInt(2))
                .withCpu(random.nextBoolean() ? Double.NaN : random.nextInt(10_000) / 8.0, random.nextInt(3));
        return fact.type() == JobEventType.REPORT && Double.isNaN(fact.cpuSeconds()) ? fact.withCpu(0, 0) : fact;
    }

    private List<JobFact> facts(Random random) {
        int starts = 1 + random.nextInt(3);
        List<JobFact> facts = new ArrayList<>();
        for (int left = 1 + random.nextInt(10); left > 0; left--) {
            facts.add(fact(random, starts));
        }
        return facts;
    }

    private static List<Measure> measures(Random random) {
        List<Measure> measures = new ArrayList<>();
        for (Measure.Kind kind : Measure.Kind.values()) {
            if (random.nextInt(3) == 0) {
                TreeMap<Long, ChargingRules> history = new TreeMap<>();
                for (int versions = 1 + random.nextInt(2); versions > 0; versions--) {
                    history.put(
                            FROM + random.nextInt(STEPS) * GRID,
                            new ChargingRules(
                                    History.perCpu(random.nextBoolean() ? "1" : "0.333"),
                                    random.nextBoolean(),
                                    random.nextBoolean(),
                                    random.nextBoolean(),
                                    random.nextBoolean() ? 0 : 3 * GRID));
                }
                measures.add(new Measure(kind.name(), DecayLaw.halfLife(7 * 24 * 3_600_000L), kind, history));
            }
        }
        return measures;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void aJobThatRanOnceReadsAsOneThatMayHaveRunAgain(long seed) {
        Random random = new Random(seed);
        int once = 0;
        for (int i = 0; i < 5_000; i++) {
            JobState state = JobState.EMPTY;
            for (JobFact fact : facts(random)) {
                state = state.with(fact);
            }
            List<Run> runs = Run.of(state.facts());
            assertThat(runs).as("%s", state).isEqualTo(Run.several(state.facts()));
            once += runs.size() == 1 ? 1 : 0;
        }
        assertThat(once).isGreaterThan(1_000);
    }

    @ParameterizedTest
    @ValueSource(longs = {5, 6, 7, 8})
    void aStepSharesWhatEachReaderReads(long seed) {
        Random random = new Random(seed);
        int charges = 0;
        for (int i = 0; i < 2_000; i++) {
            List<Measure> all = measures(random);
            List<Measure> charged =
                    all.isEmpty() || random.nextBoolean() ? all : all.subList(0, random.nextInt(all.size()));
            JobState state = JobState.EMPTY;
            long clock = FROM;
            for (JobFact fact : facts(random)) {
                clock = Math.max(clock + random.nextLong(GRID), fact.time());
                state = checked(JobLedger.step(JOB, state, fact, charged, clock), state, charged, all);
                OptionalLong due = JobLedger.deadline(state, charged);
                if (due.isPresent() && random.nextBoolean()) {
                    clock = Math.max(clock, due.getAsLong());
                    state = checked(JobLedger.advance(JOB, state, charged, clock), state, charged, all);
                }
                charges += JobLedger.charges(JOB, state, charged).size();
            }
        }
        assertThat(charges).isGreaterThan(2_000);
    }

    private static JobState checked(JobLedger.Step step, JobState before, List<Measure> charged, List<Measure> all) {
        JobState state = step.state();
        JobReading reading = step.reading();
        if (reading == null) {
            assertThat(state).isSameAs(before);
            assertThat(step.charges()).isEmpty();
            return state;
        }
        assertThat(reading.state()).isSameAs(state);
        assertThat(reading.contribution().charges()).isEqualTo(JobLedger.charges(JOB, state, charged));
        assertThat(reading.view(all)).isEqualTo(JobView.of(state, all));
        for (List<Measure> asked : List.of(charged, all)) {
            OptionalLong deadline = reading.deadline(asked);
            assertThat(deadline).isEqualTo(JobLedger.deadline(state, asked));
            assertThat(deadline.orElse(Long.MAX_VALUE)).isGreaterThan(state.asOf());
            // Nothing changes by itself before it.
            long until = deadline.orElse(FROM + 1_000_000 * GRID) - 1;
            assertThat(JobLedger.advance(JOB, state, asked, until).charges()).isEmpty();
        }
        Map<Charge, Integer> added =
                new TreeMap<>((one, other) -> one.toString().compareTo(other.toString()));
        JobLedger.charges(JOB, before, charged).forEach(charge -> added.merge(charge, 1, Integer::sum));
        step.charges().forEach(charge -> {
            // What is taken back is a charge of before.
            if (added.containsKey(charge.negated())) {
                added.merge(charge.negated(), -1, Integer::sum);
            } else {
                added.merge(charge, 1, Integer::sum);
            }
        });
        JobLedger.charges(JOB, state, charged).forEach(charge -> added.merge(charge, -1, Integer::sum));
        assertThat(added.values()).allMatch(left -> left == 0);
        return state;
    }
}
