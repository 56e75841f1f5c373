package io.fairway.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.schemas.FairwaySerdes;
import io.fairway.simulator.schedule.Schedule;
import io.fairway.simulator.schedule.ScheduleMaker;
import io.fairway.simulator.streams.Wiring;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every law holds in each schedule. {@code -Dsimulate.seeds=1..100000} runs more. */
@Order(1)
class SimulatorTest {
    private static final SeedRange SEEDS = SeedRange.parse(System.getProperty("simulate.seeds", "1..120"));

    /** With fewer schedules, some things do not happen. */
    private static final int ENOUGH = 120;

    @Test
    void everyLawHolds() {
        Runs runs = new Runs(Wiring.SOUND);

        runs.run(SEEDS, 1);

        runs.broken().forEach((seed, law) -> System.out.println(runs.story(seed, law)));
        assertThat(runs.broken()).isEmpty();
        assertThat(runs.tally().schedules()).isEqualTo(SEEDS.count());
        if (SEEDS.count() >= ENOUGH) {
            everythingHasHappened(runs.tally());
        }
    }

    /**
     * A task that began anew in a backlog has turns at other times than one that did not. The first seed breaks a law if the
     * undisturbed task also takes the turns that the other one let wait; the others do if it lets turns wait that the other
     * one took.
     */
    @ParameterizedTest
    @ValueSource(longs = {7_369, 89_468, 225_394, 310_518, 457_942})
    void aRestartInABacklogShiftsTurnsAndBreaksNoLaw(long seed) {
        Runs runs = new Runs(Wiring.SOUND);

        runs.run(new SeedRange(seed, seed), 1);

        assertThat(runs.broken()).isEmpty();
    }

    /**
     * A record within a transaction is appended before the last turn of the task that reads it, and read after a restart. The clock of
     * the domain then is that of its append, and a job that it is about keeps this instant.
     */
    @Test
    void aRecordThatWaitedOverARestartBreaksNoLaw() {
        Runs runs = new Runs(Wiring.SOUND);

        runs.run(new SeedRange(49_651, 49_651), 1);

        assertThat(runs.broken()).isEmpty();
    }

    /** A law says nothing of what never happens. */
    private static void everythingHasHappened(Tally tally) {
        assertThat(tally.counts().keySet())
                .contains(
                        "killed before a put",
                        "killed before a forward",
                        "killed before the flush of the caches",
                        "killed before a commit",
                        "killed before what follows a commit",
                        "thread failed before a put",
                        "answer to a commit lost",
                        "commit timed out and was done",
                        "commit timed out and was rolled back",
                        "standby became active",
                        "active became standby",
                        "commit of a zombie refused",
                        "removed from the group",
                        "restored from disk and changelog",
                        "suspended and resumed",
                        "clean stop",
                        "clock stepped back",
                        "corrected once more",
                        "told again a horizon later",
                        "of an id that is used again",
                        "clock of an instance steps ahead",
                        "clock of an instance steps ahead for good",
                        "clock of an instance steps back",
                        "clock of an instance drifts",
                        "clock of a broker steps ahead",
                        "clock of a broker steps back",
                        "record with a wrong append time",
                        "record with the time of its writer",
                        "user removed",
                        "Tombstone",
                        "CompactTables",
                        "Rebuild",
                        "Compact",
                        "ForgetOffsets",
                        "TakeAway",
                        "Settle");
    }

    @Test
    void aSeedGivesTheSameRun() {
        FairwaySerdes serdes = FairwaySerdes.ofOneThread(Map.of("schema.registry.url", "mock://same-run"));
        Encoder encoder = new Encoder(serdes);
        for (long seed = 1; seed <= 4; seed++) {
            Schedule schedule = ScheduleMaker.of(seed);
            Simulation.digest(schedule, serdes, encoder); // Registers the schemas.

            assertThat(Simulation.digest(ScheduleMaker.of(seed), serdes, encoder))
                    .as("seed " + seed)
                    .isEqualTo(Simulation.digest(schedule, serdes, encoder));
        }
    }

    @Test
    void otherSeedsGiveOtherRuns() {
        FairwaySerdes serdes = FairwaySerdes.ofOneThread(Map.of("schema.registry.url", "mock://other-runs"));
        Encoder encoder = new Encoder(serdes);

        assertThat(Simulation.digest(ScheduleMaker.of(1), serdes, encoder))
                .isNotEqualTo(Simulation.digest(ScheduleMaker.of(2), serdes, encoder));
    }
}
