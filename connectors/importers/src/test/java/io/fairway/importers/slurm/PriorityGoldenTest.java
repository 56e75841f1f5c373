package io.fairway.importers.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairway.avro.Algorithm;
import io.fairway.avro.PartitionInfo;
import io.fairway.avro.Policy;
import io.fairway.importers.Imported;
import io.fairway.importers.Read;
import io.fairway.importers.registry.Scheduler;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The configuration of a real Slurm, and sprio's output for it. */
class PriorityGoldenTest {
    @Test
    void readsWeightsPartitionsAndQosLikeSlurm() throws Exception {
        JsonNode golden = new ObjectMapper().readTree(Read.resource("/golden/prio_limits.json"));
        StringBuilder conf = new StringBuilder("ClusterName=prio\n");
        golden.get("slurmConf")
                .properties()
                .forEach(key -> conf.append(key.getKey())
                        .append('=')
                        .append(key.getValue().asText())
                        .append('\n'));
        conf.append("AccountingStorageEnforce=").append(golden.get("enforce").asText());
        conf.append("\nNodeName=n[1-4] CPUs=16 RealMemory=64000\n");
        golden.get("partitions").forEach(line -> conf.append(line.asText()).append('\n'));
        StringBuilder qos = new StringBuilder("Name|Priority|UsageFactor\n");
        golden.get("qos").forEach(line -> qos.append(line.asText()).append('\n'));

        Imported imported =
                Scheduler.SLURM.read(Read.files("slurm.conf", conf.toString(), "qos.txt", qos.toString()), Read.TARGET);

        assertThat(Read.findings(imported)).isEmpty();
        Policy policy = Objects.requireNonNull(imported.policy());
        assertThat(policy.getAlgorithm()).isEqualTo(Algorithm.FAIR_TREE_SLURM);
        assertThat(policy.getMeasure().getDecay().getMillis()).isEqualTo(14 * 86_400_000L);
        assertThat(policy.getSlurm().getMaxAgeSeconds())
                .isEqualTo(golden.get("maxAgeSeconds").asLong());
        assertThat(policy.getSlurm().getWeightAssociation()).isEqualTo(500_000_000L);
        assertThat(policy.getSlurm().getEnforceLimits()).isTrue();
        JsonNode cluster = golden.get("cluster");
        assertThat(policy.getNodes()).isEqualTo(cluster.get("nodes").asLong());
        assertThat(policy.getProcessors()).isEqualTo(cluster.get("cpus").asLong());
        assertThat(Read.at(policy.getPartitions(), "low").getTres())
                .containsEntry("mem", cluster.get("memoryMB").asDouble());
        assertThat(Read.at(policy.getPartitions(), "high").getTres()).containsEntry("cpu", 32.0);
        assertThat(Read.at(policy.getPartitions(), "low").getDefaultTimeMinutes())
                .isEqualTo(60);
        assertThat(Read.at(policy.getPartitions(), "mid").getMaxTimeMinutes()).isEqualTo(2880);
        double largest = policy.getPartitions().values().stream()
                .mapToDouble(PartitionInfo::getPriorityFactor)
                .max()
                .orElseThrow();
        double best = policy.getQos().values().stream()
                .mapToDouble(info -> info.getPriority())
                .max()
                .orElseThrow();
        int compared = 0;
        for (JsonNode job : golden.get("jobs")) {
            for (JsonNode row : job.get("sprio")) {
                PartitionInfo partition = Objects.requireNonNull(
                        policy.getPartitions().get(row.get("partition").asText()));
                assertThat(partition.getPriorityFactor() / largest)
                        .isCloseTo(row.get("partitionNorm").asDouble(), within(5e-8));
                double qosOfJob = Objects.requireNonNull(
                                policy.getQos().get(job.get("qos").asText()))
                        .getPriority();
                assertThat(qosOfJob / best).isCloseTo(row.get("qosNorm").asDouble(), within(5e-8));
                compared++;
            }
        }
        assertThat(compared).isGreaterThan(10);
        assertThat(Read.at(policy.getQos(), "q_double").getUsageFactor()).isEqualTo(2);
    }
}
