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
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A scenario has the numbers of the stream to the last bit: what a random site sends through the topology is written as a scenario
 * file, and {@code evaluate} says the same of every node, job and queue. Only a priority may differ in its last bits: its record on the
 * topic may be older, and what rises then rises from another instant.
 */
class EvaluateIsTheStreamTest {
    private static final int SITES = Integer.getInteger("parity.sites", 25);
    private static final long SEED = Long.getLong("parity.seed", 1);

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource
    void toTheLastBit(Family family) throws IOException {
        List<String> differences = new ArrayList<>();
        int compared = 0;
        for (long seed = SEED; seed < SEED + SITES; seed++) {
            try (StreamRig rig = new StreamRig()) {
                family.site(seed).send(rig);
                SentScenario sent = new SentScenario(rig);
                Path file = Files.writeString(folder.resolve("site.yaml"), sent.text(RandomSite.NOW));
                Report report =
                        Objects.requireNonNull(Scenario.evaluate(file).reports().get("policy"));
                Comparison comparison = new Comparison(family + " " + seed, family == Family.MOAB, report);
                comparison.with(rig, sent, RandomSite.NOW);
                differences.addAll(comparison.differences());
                compared += comparison.compared();
            }
        }
        System.out.println("EvaluateIsTheStreamTest: " + family + ": " + SITES + " sites, " + compared + " values, "
                + differences.size() + " differences");
        assertThat(differences).isEmpty();
        assertThat(compared).as("values that were compared").isGreaterThan(SITES);
    }
}
