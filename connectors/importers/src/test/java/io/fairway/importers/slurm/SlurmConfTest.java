package io.fairway.importers.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.Algorithm;
import io.fairway.avro.DecayKind;
import io.fairway.avro.Policy;
import io.fairway.importers.ImportTarget;
import io.fairway.importers.Imported;
import io.fairway.importers.Read;
import io.fairway.importers.registry.Scheduler;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SlurmConfTest {
    /** The first sample configuration of the Slurm 2.0 multifactor page of June 2009, in its own order. */
    private static final String WITH_DECAY = """
            # the Multi-factor Job Priority Plugin with decay
            PriorityType=priority/multifactor
            PriorityDecayHalfLife=14-0   # 2 weeks
            PriorityFavorSmall=NO
            PriorityMaxAge=14-0
            PriorityWeightAge=1000
            PriorityWeightFairshare=10000
            PriorityWeightJobSize=1000
            PriorityWeightPartition=1000
            PriorityWeightQOS=0 # don't use the qos factor
            """;

    private static final ImportTarget OLD = Read.TARGET.withDialect("2.0").withSize(100, 100);

    @Test
    void readsTheSampleWithDecay() {
        Policy policy = old(WITH_DECAY);

        assertThat(policy.getAlgorithm()).isEqualTo(Algorithm.LINEAR_2_0);
        assertThat(policy.getMeasure().getDecay().getKind()).isEqualTo(DecayKind.HALF_LIFE);
        assertThat(policy.getMeasure().getDecay().getMillis()).isEqualTo(14 * 86_400_000L);
        assertThat(policy.getSlurm().getMaxAgeSeconds()).isEqualTo(14 * 86_400);
        assertThat(policy.getSlurm().getFavorSmall()).isFalse();
        assertThat(policy.getSlurm().getWeightFairshare()).isEqualTo(10_000);
        assertThat(policy.getSlurm().getWeightQos()).isZero();
        assertThat(policy.getSlurm().getWeightAssociation()).isNull();
        assertThat(policy.getProcessors()).isEqualTo(100);
    }

    /** The second sample configuration of the page: no decay, usage reset after 28 days. */
    @Test
    void readsTheSampleWithReset() {
        Policy policy = old(WITH_DECAY.replace(
                "PriorityDecayHalfLife=14-0", "PriorityDecayHalfLife=0\nPriorityUsageResetPeriod=28-0"));

        assertThat(policy.getMeasure().getDecay().getKind()).isEqualTo(DecayKind.NONE);
        assertThat(policy.getUsageReset()).isEqualTo("28-0");
    }

    /** In minutes; without it, or if it is unlimited, MaxTime is the limit. */
    @ParameterizedTest
    @CsvSource({
        "PartitionName=day MaxTime=1-0 DefaultTime=1:00:00, 60",
        "PartitionName=DEFAULT DefaultTime=60\\nPartitionName=day, 60",
        "PartitionName=day MaxTime=1-0 DefaultTime=1-0, 1440",
        "PartitionName=day DefaultTime=NONE,",
        "PartitionName=day DefaultTime=UNLIMITED,",
        "PartitionName=day,"
    })
    void aDefaultTimeIsRead(String partition, Long minutes) {
        Imported imported = Scheduler.SLURM.read(
                Read.files("slurm.conf", "ClusterName=alps\n" + partition.replace("\\n", "\n") + "\n"), Read.TARGET);

        assertThat(Read.at(Objects.requireNonNull(imported.policy()).getPartitions(), "day")
                        .getDefaultTimeMinutes())
                .isEqualTo(minutes);
    }

    @ParameterizedTest
    @CsvSource({
        "14-0, half-life 14-0",
        "90, half-life 0-1:30",
        "'2-3:04:05', half-life 2-3:05",
        "0, no decay",
    })
    void theReportHasTheHalfLifeAsSlurmConfHasIt(String halfLife, String said) {
        Imported imported = Read.slurm("PriorityType=priority/multifactor\nPriorityUsageResetPeriod=MONTHLY\n"
                + "PriorityDecayHalfLife=" + halfLife + "\nNodeName=n1 CPUs=4\n");

        assertThat(imported.report().read())
                .hasSize(2)
                .last()
                .isEqualTo("policy main: FAIR_TREE_SLURM, " + said
                        + ", 3 parameters, 0 partitions, 0 QOS, 1 node, 4 processors");
    }

    @Test
    void joinsLinesAndReadsKeysInAnyCaseAndValuesInQuotationMarks() {
        Imported imported = Read.slurm("""
                clustername=alps
                PRIORITYTYPE=priority/multifactor
                PriorityWeightTRES="CPU=1000,Mem=0.25G"
                NodeName=DEFAULT Sockets=2 CoresPerSocket=8 ThreadsPerCore=2
                NodeName=n[01-03,7] RealMemory=1000 \\
                    Gres=gpu:a100:4,gpu:v100:1
                NodeName=login CPUs=4
                PartitionName=DEFAULT PriorityJobFactor=5
                PartitionName=day Nodes=n[01-02] MaxTime=1-0 TRESBillingWeights="CPU=1,GRES/gpu=2"
                PartitionName=all Nodes=ALL MaxTime=UNLIMITED PriorityJobFactor=1
                """);

        assertThat(Read.findings(imported)).isEmpty();
        Policy policy = Objects.requireNonNull(imported.policy());
        assertThat(policy.getNodes()).isEqualTo(5);
        assertThat(policy.getProcessors()).isEqualTo(4 * 32 + 4);
        assertThat(policy.getSlurm().getWeightTres()).isEqualTo("CPU=1000,Mem=0.25G");
        assertThat(Read.at(policy.getPartitions(), "day").getTres())
                .containsEntry("cpu", 64.0)
                .containsEntry("mem", 2000.0)
                .containsEntry("gres/gpu", 10.0)
                .containsEntry("node", 2.0);
        assertThat(Read.at(policy.getPartitions(), "day").getPriorityFactor()).isEqualTo(5);
        assertThat(Read.at(policy.getPartitions(), "day").getMaxTimeMinutes()).isEqualTo(1440);
        assertThat(Read.at(policy.getPartitions(), "all").getMaxTimeMinutes()).isNull();
        assertThat(Read.at(policy.getMeasure().getBilling(), "day").getWeights())
                .isEqualTo("CPU=1,GRES/gpu=2");
    }

    /** As in a template of sites: a node a line. Nothing stands between joined lines. */
    @Test
    void joinedLinesAreReadAsSlurmReadsThem() {
        Imported imported = Read.slurm(Read.resource("/cases/slurmconf-continuation/slurm.conf"));

        assertThat(Read.findings(imported)).isEmpty();
        assertThat(Read.at(Objects.requireNonNull(imported.policy()).getPartitions(), "first")
                        .getTres())
                .containsEntry("node", 2.0)
                .containsEntry("cpu", 128.0)
                .containsEntry("mem", 256_000.0);
    }

    /** A value, a list of hosts and a key may all be cut. A comment goes before the backslash is looked at. */
    @Test
    void aLineMayBeCutAnywhere() {
        Imported imported = Read.slurm("""
                PriorityType=priority/multi\\
                factor
                PriorityFlags=ACCRUE_ALWAYS,\\
                NO_NORMAL_QOS
                NodeName=n[1-2,\\
                4] CPUs=1\\
                6 \\ # per node
                Real\\
                Memory=1000
                PriorityWeightAge=5 # not joined \\
                PartitionName=day Nodes=ALL TRESBillingWeights="CPU=1.0,\\
                Mem=0.25G"
                """);

        assertThat(Read.findings(imported)).isEmpty();
        Policy policy = Objects.requireNonNull(imported.policy());
        assertThat(policy.getAlgorithm()).isEqualTo(Algorithm.FAIR_TREE_SLURM);
        assertThat(policy.getSlurm().getFlags()).containsExactly("ACCRUE_ALWAYS", "NO_NORMAL_QOS");
        assertThat(policy.getSlurm().getWeightAge()).isEqualTo(5);
        assertThat(Read.at(policy.getPartitions(), "day").getTres())
                .containsEntry("node", 3.0)
                .containsEntry("cpu", 48.0)
                .containsEntry("mem", 3000.0);
        assertThat(Read.at(policy.getMeasure().getBilling(), "day").getWeights())
                .isEqualTo("CPU=1.0,Mem=0.25G");
    }

    /** 2 + 1 nodes by a feature, 2 by name, one of them by both; a set beside a node; a set that is defined after its partition. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "NodeSet=s Feature=fast; s; 3; 36",
                "NodeSet=s Nodes=a[1-2]; s; 2; 8",
                "NodeSet=s Nodes=a1,b1 Feature=fast; s; 4; 40",
                "NodeSet=s Feature=fast,big; s; 3; 36",
                "NodeSet=s Feature=fast; s,a1; 4; 40",
                "NodeSet=s Feature=fast; s,b[1-2]; 3; 36",
            })
    void aSetOfNodesStandsForItsNodes(String set, String list, double nodes, double cpus) {
        Imported imported = Read.slurm("PriorityType=priority/multifactor\nPartitionName=day Nodes=" + list + "\n" + set
                + "\nNodeName=a[1-2] CPUs=4\nNodeName=b[1-2] CPUs=16 Features=fast,big\nNodeName=c CPUs=4"
                + " Feature=fast\n");

        assertThat(Read.findings(imported)).isEmpty();
        assertThat(Read.at(Objects.requireNonNull(imported.policy()).getPartitions(), "day")
                        .getTres())
                .containsEntry("node", nodes)
                .containsEntry("cpu", cpus);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "NodeSet=n1 Nodes=n2; error: NodeSet n1: must have a name that no node and no other set has",
                "NodeSet=s Nodes=n[2-1]; error: hosts \"n[2-1]\": the range 2-1 must go up",
                "NodeSet=s Feature=slow; warning: NodeSet s: has no node",
                "NodeSet=s Nodes=n1 Colour=red; warning: Colour is unknown on a line of NodeSet",
            })
    void aSetOfNodesThatBreaksARuleIsTold(String set, String message) {
        assertThat(Read.findings(
                        Read.slurm("PriorityType=priority/multifactor\nNodeName=n[1-2] CPUs=4\n" + set + "\n")))
                .anySatisfy(finding -> assertThat(finding).startsWith("slurm.conf, line 3: " + message));
    }

    /** MAX_TRES_GRES is in the measure, and is not a flag of the priority. */
    @Test
    void flagsOfBillingAreInTheMeasure() {
        Policy gres = Objects.requireNonNull(Read.slurm(Read.resource("/cases/slurmconf-max-tres-gres/slurm.conf"))
                .policy());
        assertThat(gres.getMeasure().getMaxTresGres()).isTrue();
        assertThat(gres.getMeasure().getMaxTres()).isFalse();
        assertThat(gres.getSlurm().getFlags()).isEmpty();

        Policy tres = Objects.requireNonNull(Read.slurm("PriorityType=priority/multifactor\nPriorityFlags=MAX_TRES\n")
                .policy());
        assertThat(tres.getMeasure().getMaxTres()).isTrue();
        assertThat(tres.getMeasure().getMaxTresGres()).isFalse();
    }

    /** A real slurmctld 22.05.8 shows PriorityFlags = MAX_TRES. */
    @ParameterizedTest
    @ValueSource(strings = {"MAX_TRES_GRES", "max_tres_gres,MAX_TRES"})
    void slurm2205ReadsMaxTresGresAsMaxTres(String flags) {
        Imported imported = Scheduler.SLURM.read(
                Read.files("slurm.conf", "PriorityType=priority/multifactor\nPriorityFlags=" + flags + "\n"),
                Read.TARGET.withDialect("22.05"));

        assertThat(Read.findings(imported))
                .singleElement()
                .asString()
                .startsWith(
                        "slurm.conf, line 2: warning: PriorityFlags: MAX_TRES_GRES is taken as MAX_TRES: Slurm has it");
        Policy policy = Objects.requireNonNull(imported.policy());
        assertThat(policy.getMeasure().getMaxTres()).isTrue();
        assertThat(policy.getMeasure().getMaxTresGres()).isFalse();
    }

    @Test
    void maxTresGresIsOfSlurm2505AndNotBesideMaxTres() {
        String conf = "PriorityType=priority/multifactor\nPriorityFlags=MAX_TRES_GRES";

        assertThat(Read.findings(Read.slurm(conf))).isEmpty();
        assertThat(Read.findings(
                        Scheduler.SLURM.read(Read.files("slurm.conf", conf), Read.TARGET.withDialect("24.11"))))
                .containsExactly(
                        "slurm.conf, line 2: warning: PriorityFlags: MAX_TRES_GRES is taken as it is: Slurm has it"
                                + " from 25.05 on, 22.05 reads it as MAX_TRES, and the dialect is 24.11");
        assertThat(Read.findings(Read.slurm(conf + ",MAX_TRES\n")))
                .containsExactly(
                        "slurm.conf, line 2: error: PriorityFlags \"MAX_TRES_GRES,MAX_TRES\": must not have both"
                                + " MAX_TRES and MAX_TRES_GRES");
    }

    @ParameterizedTest
    @CsvSource({
        "FAIR_TREE, FAIR_TREE_SLURM",
        "NO_FAIR_TREE, CLASSIC",
        "DEPTH_OBLIVIOUS, DEPTH_OBLIVIOUS",
        "'no_fair_tree,max_tres', CLASSIC",
        "ACCRUE_ALWAYS, FAIR_TREE_SLURM",
    })
    void flagsChooseTheAlgorithm(String flags, Algorithm algorithm) {
        Imported imported = Read.slurm("PriorityType=priority/multifactor\nPriorityFlags=" + flags + "\n");

        assertThat(Objects.requireNonNull(imported.policy()).getAlgorithm()).isEqualTo(algorithm);
    }

    @Test
    void withoutATypeThePolicyIsFirstInFirstOut() {
        Imported imported =
                Scheduler.SLURM.read(Read.files("slurm.conf", "ClusterName=alps\n"), Read.TARGET.withDialect("22.05"));

        assertThat(Objects.requireNonNull(imported.policy()).getAlgorithm()).isEqualTo(Algorithm.FIFO);
        assertThat(Read.findings(imported)).singleElement().asString().contains("PriorityType is missing");
    }

    @Test
    void unknownEntriesAreReportedAndReadingContinues() {
        Imported imported = Read.slurm("""
                SlurmctldPort=6817
                PriorityType=priority/multifactor
                PriorityColour=red
                PriorityFlags=ACCRUE_ALWAYS,INCR_ONLY,CALCULATE_RUNNING,FASTER
                Include partitions.conf
                NodeName=n1 CPUs=4 Colour=blue
                PartitionName=day Nodes=n[1-2]
                PriorityWeightAge=1
                PriorityWeightAge=2
                """);

        assertThat(Read.findings(imported))
                .containsExactly(
                        "slurm.conf, line 5: warning: includes partitions.conf, which is not among the files; give"
                                + " it too",
                        "slurm.conf, line 3: warning: PriorityColour is unknown",
                        "slurm.conf, line 6: warning: Colour is unknown on a line of NodeName",
                        "slurm.conf, line 9: warning: PriorityWeightAge is also at slurm.conf, line 8; the last"
                                + " one, \"2\", applies",
                        "slurm.conf, line 7: warning: partition day: Nodes [n2] have no line of NodeName: their"
                                + " resources are not counted",
                        "slurm.conf, line 4: warning: PriorityFlags: \"FASTER\" is unknown: the policy is made without"
                                + " it");
        assertThat(imported.report().unused().get("slurm.conf")).containsExactly("SlurmctldPort");
        Policy policy = Objects.requireNonNull(imported.policy());
        assertThat(policy.getSlurm().getWeightAge()).isEqualTo(2);
        assertThat(policy.getSlurm().getFlags()).containsExactly("ACCRUE_ALWAYS", "CALCULATE_RUNNING", "INCR_ONLY");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "PriorityWeightAge=-1; PriorityWeightAge \"-1\": must be a whole number of 0 to 4294967295",
                "PriorityDecayHalfLife=7 days; \"days\": must be Key=Value",
                "PriorityDecayHalfLife=7d; PriorityDecayHalfLife: time \"7d\": must be minutes",
                "PriorityCalcPeriod=0; PriorityCalcPeriod: \"0\": must be at least one minute",
                "PriorityDecayHalfLife=0; set a PriorityUsageResetPeriod",
                "PriorityUsageResetPeriod=28-0; must be one of NONE, NOW, DAILY",
                "PriorityFavorSmall=maybe; PriorityFavorSmall \"maybe\": must be YES or NO",
                "PriorityType=priority/fair; PriorityType \"priority/fair\": must be priority/basic",
                "PriorityWeightTRES=CPU:5; PriorityWeightTRES: \"CPU:5\": must be TYPE",
                "FairShareDampeningFactor=0; must be a whole number of 1 to 65535",
                "PriorityWeightAge=1 PriorityWeightQOS=1; must be on a line of its own",
                "NodeName=n[4-1]; hosts \"n[4-1]\": the range 4-1 must go up",
                "PartitionName=p MaxTime=1d; MaxTime: time \"1d\": must be minutes",
                "PartitionName=p PriorityJobFactor=70000; PriorityJobFactor \"70000\": must be 0 to 65533",
                "PartitionName=p TRESBillingWeights=Wood=1; resource type wood is unknown",
            })
    void aBadValueIsAnErrorWithFileLineValueAndRule(String line, String message) {
        Imported imported = Read.slurm("ClusterName=alps\n\n" + line + "\n");

        assertThat(imported.policy()).isNull();
        assertThat(Read.findings(imported))
                .filteredOn(finding -> finding.contains("error"))
                .singleElement()
                .asString()
                .startsWith("slurm.conf, line 3: error: ")
                .contains(message);
    }

    @Test
    void anIncludedFileIsReadAtItsInclude() {
        Imported imported = Scheduler.SLURM.read(
                Read.files(
                        "parts.conf",
                        "PartitionName=day Nodes=ALL\n",
                        "slurm.conf",
                        "PriorityType=priority/multifactor\nInclude /etc/slurm/parts.conf\n"),
                Read.TARGET);

        assertThat(Read.findings(imported)).isEmpty();
        assertThat(Objects.requireNonNull(imported.policy()).getPartitions()).containsOnlyKeys("day");
    }

    @Test
    void anUnrecognizedFileIsAnError() {
        assertThat(Read.findings(Read.slurm("once upon a time\n")))
                .singleElement()
                .asString()
                .startsWith("slurm.conf: error: must be a slurm.conf");
    }

    private static Policy old(String conf) {
        Imported imported = Scheduler.SLURM.read(Read.files("slurm.conf", conf), OLD);
        assertThat(Read.findings(imported)).isEmpty();
        return Objects.requireNonNull(imported.policy());
    }
}
