package io.fairway.system.parity;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.FairshareRecord;
import io.fairway.engine.StreamRig;
import io.fairway.scenario.Report;
import io.fairway.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random sites, as scenario files through {@code evaluate} and as records through the topology, must have the same usage, the
 * same fairshare and the same priorities, to the last bit or to what a sum of doubles in another order may differ by.
 * {@code -Dparity.sites=1000} runs more of them, {@code -Dparity.seed=17} others.
 */
class EvaluateAgainstStreamTest {
    private static final int SITES = Integer.getInteger("parity.sites", 25);
    private static final long SEED = Long.getLong("parity.seed", 1);
    /** What another order of a sum of doubles may make of it; of numbers below 1, an absolute amount. */
    private static final double ROUNDING = 1e-9;

    @TempDir
    private Path folder;

    private final List<String> differences = new ArrayList<>();
    private int numbers;

    @Test
    void slurm() throws IOException {
        for (long seed = SEED; seed < SEED + SITES; seed++) {
            SlurmSite site = new SlurmSite(seed);
            Report report = evaluated(site, seed);
            try (StreamRig rig = new StreamRig()) {
                site.send(rig);
                assertThat(rig.refusals()).as("seed " + seed).isEmpty();
                for (var who : site.associations()) {
                    FairshareRecord record = rig.fairshare("alps", who.getValue(), who.getKey());
                    Map<String, ?> row = row(report, "fairshare", site.path(who.getValue(), who.getKey()));
                    String where = "seed " + seed + " " + who.getValue() + "/" + who.getKey();
                    same(where, "normShares", row, record.getNormShares());
                    same(where, "rawUsage", row, record.getRawUsage());
                    same(where, "effectiveUsage", row, record.getEffectiveUsage());
                    same(where, "factor", row, record.getFactor());
                }
                priorities(site, report, rig, seed);
            }
        }
        end("slurm");
    }

    @Test
    void lsf() throws IOException {
        for (long seed = SEED; seed < SEED + SITES; seed++) {
            LsfSite site = new LsfSite(seed);
            Report report = evaluated(site, seed);
            try (StreamRig rig = new StreamRig()) {
                site.send(rig);
                assertThat(rig.refusals()).as("seed " + seed).isEmpty();
                for (var who : site.associations()) {
                    String where = "seed " + seed + " " + who.getValue() + "/" + who.getKey();
                    same(
                            where,
                            "priority",
                            row(report, "fairshare", site.path(who.getValue(), who.getKey())),
                            rig.factor("alps", who.getValue(), who.getKey()));
                }
            }
        }
        end("lsf");
    }

    @Test
    void moab() throws IOException {
        for (long seed = SEED; seed < SEED + SITES; seed++) {
            MoabSite site = new MoabSite(seed);
            Report report = evaluated(site, seed);
            try (StreamRig rig = new StreamRig()) {
                site.send(rig);
                assertThat(rig.refusals()).as("seed " + seed).isEmpty();
                priorities(site, report, rig, seed);
            }
        }
        end("moab");
    }

    private Report evaluated(RandomSite site, long seed) throws IOException {
        Path file = Files.writeString(folder.resolve("site-" + seed + ".yaml"), site.scenario());
        return Objects.requireNonNull(Scenario.evaluate(file).reports().get("policy"));
    }

    private void priorities(RandomSite site, Report report, StreamRig rig, long seed) {
        for (RandomSite.Waiting job : site.waiting) {
            same(
                    "seed " + seed + " job " + job.id(),
                    "sum",
                    row(report, "priorities", job.id()),
                    rig.sum(job.id(), RandomSite.NOW));
        }
    }

    private static Map<String, ?> row(Report report, String section, String key) {
        return Objects.requireNonNull(
                        Objects.requireNonNull(report.sections().get(section))
                                .rows()
                                .get(key),
                        () -> key + " of " + section)
                .values();
    }

    private void same(String where, String column, Map<String, ?> row, Number stream) {
        numbers++;
        double evaluated = ((Number) Objects.requireNonNull(row.get(column))).doubleValue();
        double published = stream.doubleValue();
        if (Math.abs(evaluated - published) > ROUNDING * Math.max(1, Math.abs(evaluated))) {
            differences.add(where + " " + column + ": " + evaluated + " evaluated, " + published + " on the stream");
        }
    }

    private void end(String family) {
        System.out.println("EvaluateAgainstStreamTest: " + family + ": " + SITES + " sites, " + numbers + " numbers, "
                + differences.size() + " differences");
        assertThat(differences).isEmpty();
        assertThat(numbers).as("numbers that were compared").isGreaterThan(SITES);
    }
}
