package io.fairway.importers.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.Algorithm;
import io.fairway.avro.Policy;
import io.fairway.importers.Imported;
import io.fairway.importers.Read;
import io.fairway.importers.registry.Scheduler;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Defaults by the version of Slurm. Source: slurm.conf(5), PriorityType: priority/basic in 22.05, priority/multifactor in
 * 26.05.
 */
class SlurmVersionTest {
    private static final String CONF = Read.resource("/cases/slurmconf-no-prioritytype/slurm.conf");

    @ParameterizedTest
    @CsvSource({
        "2.0, FIFO, priority/basic",
        "22.05, FIFO, priority/basic",
        "24.11, FAIR_TREE_SLURM, priority/multifactor",
        "26.05, FAIR_TREE_SLURM, priority/multifactor"
    })
    void theDialectDecidesAMissingPriorityType(String dialect, Algorithm algorithm, String type) {
        Imported imported = Scheduler.SLURM.read(Read.files("slurm.conf", CONF), Read.TARGET.withDialect(dialect));

        assertThat(Objects.requireNonNull(imported.policy()).getAlgorithm()).isEqualTo(algorithm);
        assertThat(Read.findings(imported))
                .containsExactly("warning: PriorityType is missing: Slurm " + dialect + " then uses " + type
                        + ". The default is priority/basic, first in, first out, in 22.05, and priority/multifactor in"
                        + " 24.11 and later: add the line, or give --dialect");
        assertThat(imported.report().read()).contains("dialect " + dialect + ": by --dialect");
    }

    /** The weights of the file say what is meant. */
    @Test
    void withoutAnySignTheNewestIsTaken() {
        Imported imported = Scheduler.SLURM.read(
                Read.files(
                        "slurm.conf", CONF, "dump.cfg", Read.resource("/cases/slurmconf-no-prioritytype/sacctmgr.cfg")),
                Read.TARGET);

        Policy policy = Objects.requireNonNull(imported.policy());
        assertThat(policy.getAlgorithm()).isEqualTo(Algorithm.FAIR_TREE_SLURM);
        assertThat(Objects.requireNonNull(policy.getSlurm()).getWeightFairshare())
                .isEqualTo(100_000);
        assertThat(imported.report().read())
                .contains("dialect 26.05: no file tells the version; --dialect or the output of sinfo -V does");
    }

    @ParameterizedTest
    @CsvSource({
        "slurm 24.11.5, dialect 24.11: more.txt: Slurm 24.11.5, FAIR_TREE_SLURM",
        "slurm-wlm 22.05.8, dialect 22.05: more.txt: Slurm 22.05.8, FIFO",
        "slurm 25.11.0-0rc1, dialect 24.11: more.txt: Slurm 25.11.0-0rc1, FAIR_TREE_SLURM",
        "slurm 23.02.1, dialect 22.05: more.txt: Slurm 23.02.1, FIFO",
        "slurm 19.05.5, dialect 22.05: more.txt: Slurm 19.05.5, FIFO",
        "slurm 27.11.1, dialect 26.05: more.txt: Slurm 27.11.1, FAIR_TREE_SLURM",
        "/newer/config-24.11.txt, dialect 24.11: more.txt: Slurm 24.11.5, FAIR_TREE_SLURM",
        "/newer/config-26.05.txt, dialect 26.05: more.txt: Slurm 26.05.5, FAIR_TREE_SLURM",
        "/newer/assoc-24.11.txt, dialect 24.11: the associations have the column Lineage, FAIR_TREE_SLURM",
        "/sites/slurm/assoc.txt, dialect 22.05: the associations have the column LFT, FIFO",
        "/newer/dump-26.05.cfg, dialect 26.05: the dump has QOS lines, FAIR_TREE_SLURM",
        "/newer/dump-24.11.cfg, dialect 26.05: no file tells the version; --dialect or the output of sinfo -V does,"
                + " FAIR_TREE_SLURM",
    })
    void aFileTellsTheVersion(String file, String told, Algorithm algorithm) {
        String text = file.startsWith("/") ? Read.resource(file) : file + "\n";

        Imported imported = Scheduler.SLURM.read(Read.files("slurm.conf", CONF, "more.txt", text), Read.TARGET);

        assertThat(imported.report().hasErrors()).isFalse();
        assertThat(imported.report().read()).contains(told);
        assertThat(Objects.requireNonNull(imported.policy()).getAlgorithm()).isEqualTo(algorithm);
    }

    @Test
    void theCommandCountsMoreThanTheFile() {
        Imported imported = Scheduler.SLURM.read(
                Read.files("slurm.conf", "ClusterName=a\nPriorityType=priority/basic\n", "v.txt", "slurm 26.05.5\n"),
                Read.TARGET.withDialect("22.05"));

        assertThat(imported.report().read()).contains("dialect 22.05: by --dialect");
        assertThat(Read.findings(imported))
                .containsExactly("warning: --dialect 22.05: taken, but v.txt: Slurm 26.05.5");
    }

    @Test
    void aConfigurationWithoutAVersionIsAWarning() {
        Imported imported = Scheduler.SLURM.read(
                Read.files(
                        "slurm.conf",
                        "ClusterName=a\nPriorityType=priority/basic\n",
                        "config.txt",
                        "Configuration data as of 2026-11-25T14:40:21\nSLURM_VERSION = unknown\n"),
                Read.TARGET);

        assertThat(Read.findings(imported))
                .isEqualTo(
                        List.of("config.txt: warning: SLURM_VERSION \"unknown\": must be a version such as 24.11.5"));
    }

    @Test
    void theOptionHasTheNames() {
        assertThat(SlurmImporter.dialects()).containsExactly("2.0", "22.05", "24.11", "26.05");
    }
}
