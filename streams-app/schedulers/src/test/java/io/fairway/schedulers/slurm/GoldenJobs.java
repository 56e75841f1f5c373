package io.fairway.schedulers.slurm;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairway.core.model.NodeId;
import io.fairway.schedulers.slurm.multifactor.AgeFact;
import io.fairway.schedulers.slurm.multifactor.AgeFact.Kind;
import io.fairway.schedulers.slurm.multifactor.MultifactorParameters;
import io.fairway.schedulers.slurm.multifactor.PendingJob;
import io.fairway.schedulers.slurm.multifactor.PriorityContext;
import io.fairway.schedulers.slurm.multifactor.PriorityContext.Partition;
import io.fairway.schedulers.slurm.multifactor.PriorityFlag;
import io.fairway.schedulers.slurm.multifactor.TresWeights;
import io.fairway.schedulers.slurm.time.TimeString;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The configuration and the jobs of a golden file of kind jobPriority, as inputs of the policy. */
final class GoldenJobs {
    private static final Map<Character, BigDecimal> MEGABYTES =
            Map.of('M', BigDecimal.ONE, 'G', BigDecimal.valueOf(1024), 'T', BigDecimal.valueOf(1024 * 1024));

    final JsonNode file;
    final MultifactorParameters parameters;
    final PriorityContext context;
    final long tick;

    GoldenJobs(String name) {
        file = SlurmGolden.read(name);
        tick = file.get("tickTime").asLong() * 1000;
        parameters = parameters();
        context = context();
    }

    private MultifactorParameters parameters() {
        JsonNode conf = file.get("slurmConf");
        return MultifactorParameters.slurm22()
                .withWeights(new MultifactorParameters.Weights(
                        conf.get("PriorityWeightAge").asLong(),
                        conf.get("PriorityWeightAssoc").asLong(),
                        conf.get("PriorityWeightFairshare").asLong(),
                        conf.get("PriorityWeightJobSize").asLong(),
                        conf.get("PriorityWeightPartition").asLong(),
                        conf.get("PriorityWeightQOS").asLong()))
                .withTresWeights(TresWeights.parse(
                        "PriorityWeightTRES", conf.get("PriorityWeightTRES").asText()))
                .withMaxAgeSeconds(TimeString.seconds(
                        TimeString.Key.MAX_AGE, conf.get("PriorityMaxAge").asText()))
                .withFlags(PriorityFlag.parse(conf.path("PriorityFlags").asText("")))
                .withEnforceLimits(file.get("enforce").asText().contains("limits"));
    }

    private PriorityContext context() {
        JsonNode cluster = file.get("cluster");
        long nodes = cluster.get("nodes").asLong();
        List<Partition> partitions = new ArrayList<>();
        for (JsonNode line : file.get("partitions")) {
            Map<String, String> keys = keys(line.asText());
            long own = keys.getOrDefault("Nodes", "").equals("n[1-2]") ? 2 : nodes;
            partitions.add(new Partition(
                    keys.getOrDefault("PartitionName", ""),
                    Double.parseDouble(keys.getOrDefault("PriorityJobFactor", "")),
                    Map.of(
                            "node", BigDecimal.valueOf(own),
                            "cpu", BigDecimal.valueOf(cluster.get("cpus").asLong() * own / nodes),
                            "mem", BigDecimal.valueOf(cluster.get("memoryMB").asLong() * own / nodes)),
                    TimeString.minutes(keys.getOrDefault("MaxTime", "")),
                    null));
        }
        Map<String, Double> qos = new HashMap<>();
        for (JsonNode line : file.get("qos")) {
            List<String> columns = Arrays.asList(line.asText().split("\\|", -1));
            qos.put(columns.get(0), Double.valueOf(columns.get(1)));
        }
        double maxAssociation = 0;
        for (JsonNode priority : file.get("assocPriority")) {
            maxAssociation = Math.max(maxAssociation, priority.asDouble());
        }
        return PriorityContext.of(nodes, cluster.get("cpus").asLong(), partitions, qos, maxAssociation);
    }

    PendingJob job(JsonNode row) {
        long submit = row.get("submitTime").asLong() * 1000;
        String user = row.get("user").asText();
        boolean withTimeLimit = row.get("submit").asText().contains(" -t ");
        return PendingJob.builder(NodeId.ofUser("golden", row.get("account").asText(), user), submit)
                .associationPriority(file.get("assocPriority").path(user).asLong())
                .facts(facts(row, submit))
                .nodes(row.get("nodes").asLong())
                .cpus(row.get("cpus").asLong())
                .timeLimitMinutes(withTimeLimit ? minutes(row.get("timeLimit").asText()) : null)
                .partitions(Arrays.asList(row.get("partition").asText().split(",", -1)))
                .qos(row.get("qos").asText())
                .tres(tres(row.get("tres").asText()))
                .nice(row.get("nice").asLong())
                .siteFactor(row.get("siteFactor").asLong())
                .build();
    }

    private static List<AgeFact> facts(JsonNode row, long submit) {
        List<AgeFact> facts = new ArrayList<>();
        facts.add(new AgeFact(submit, Kind.SUBMITTED));
        if (row.get("reason").asText().equals("JobHeldUser")) {
            facts.add(new AgeFact(submit, Kind.HELD));
        } else if (row.get("eligibleTime").isNull()) {
            facts.add(new AgeFact(submit, Kind.WAITS_FOR_DEPENDENCY));
        } else if (row.get("eligibleTime").asLong() * 1000 > submit) {
            facts.add(new AgeFact(submit, Kind.WAITS_FOR_BEGIN));
            facts.add(new AgeFact(row.get("eligibleTime").asLong() * 1000, Kind.ELIGIBLE));
        }
        return facts;
    }

    /** The fairshare factor that the real scheduler computed for a job's association. */
    double fairshare(JsonNode row) {
        for (JsonNode association : file.get("assocs")) {
            if (association.get("user").equals(row.get("user"))) {
                return association.get("fairshare").asDouble();
            }
        }
        throw new IllegalStateException("no association of " + row.get("user"));
    }

    /** {@code cpu=1,mem=62.50G}: counts by resource, memory in MB. */
    static Map<String, BigDecimal> tres(String text) {
        Map<String, BigDecimal> counts = new TreeMap<>();
        for (String entry : text.split(",", -1)) {
            List<String> parts = Arrays.asList(entry.split("=", 2));
            String count = parts.get(1);
            BigDecimal unit = MEGABYTES.get(count.charAt(count.length() - 1));
            counts.put(
                    parts.get(0),
                    unit == null
                            ? new BigDecimal(count)
                            : new BigDecimal(count.substring(0, count.length() - 1)).multiply(unit));
        }
        return counts;
    }

    /** squeue's format of a limit, {@code 1-00:10:00}, in minutes. */
    private static long minutes(String text) {
        int dash = text.indexOf('-');
        long days = dash < 0 ? 0 : Long.parseLong(text.substring(0, dash));
        List<String> clock = Arrays.asList(text.substring(dash + 1).split(":", -1));
        return days * 1440 + Long.parseLong(clock.get(0)) * 60 + Long.parseLong(clock.get(1));
    }

    private static Map<String, String> keys(String line) {
        Map<String, String> keys = new HashMap<>();
        for (String token : line.split(" ", -1)) {
            List<String> parts = Arrays.asList(token.split("=", 2));
            keys.put(parts.get(0), parts.get(1));
        }
        return keys;
    }
}
