package io.fairway.system.parity;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.engine.StreamRig;
import io.fairway.scenario.Scenario;
import io.fairway.scenario.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Random sites, as scenario files through {@code evaluate} and as records through the topology, must have the same usage, the
 * same fairshare, priorities, slots and orders, to the last bit or to what a sum of doubles in another order may differ by.
 * {@code -Dparity.sites=1000} runs more of them, {@code -Dparity.seed=17} others.
 */
@Order(1)
class EvaluateAgainstStreamTest {
    private static final int SITES = Integer.getInteger("parity.sites", 25);
    private static final long SEED = Long.getLong("parity.seed", 1);

    /** What a site may be of. */
    enum Family {
        SLURM,
        LSF,
        LSF_APS,
        LSF_POOLS,
        MOAB;

        RandomSite site(long seed) {
            return switch (this) {
                case SLURM -> new SlurmSite(seed);
                case LSF -> new LsfSite(seed);
                case LSF_APS -> new LsfApsSite(seed);
                case LSF_POOLS -> new LsfPoolSite(seed);
                case MOAB -> new MoabSite(seed);
            };
        }
    }

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource
    void evaluateAndTheStreamAgree(Family family) throws IOException {
        List<String> differences = new ArrayList<>();
        int compared = 0;
        for (long seed = SEED; seed < SEED + SITES; seed++) {
            RandomSite site = family.site(seed);
            Report report = evaluated(site, seed);
            try (StreamRig rig = new StreamRig()) {
                site.send(rig);
                assertThat(rig.refusals()).as("seed " + seed).isEmpty();
                Comparison comparison = new Comparison("seed " + seed, report, rig);
                site.compare(comparison);
                differences.addAll(comparison.differences());
                compared += comparison.compared();
            }
        }
        System.out.println("EvaluateAgainstStreamTest: " + family + ": " + SITES + " sites, " + compared + " values, "
                + differences.size() + " differences");
        assertThat(differences).isEmpty();
        assertThat(compared).as("values that were compared").isGreaterThan(SITES);
    }

    private Report evaluated(RandomSite site, long seed) throws IOException {
        Path file = Files.writeString(folder.resolve("site-" + seed + ".yaml"), site.scenario());
        return Objects.requireNonNull(Scenario.evaluate(file).reports().get("policy"));
    }
}
