package io.fairway.schedulers.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairway.core.policy.Fairshare;
import io.fairway.core.shares.ShareNode;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.shares.UsageSnapshot;
import io.fairway.schedulers.slurm.fairtree.FairTree;
import io.fairway.schedulers.slurm.multifactor.BillingWeights;
import io.fairway.schedulers.slurm.time.SlurmTickDecay;
import io.fairway.schedulers.slurm.time.TimeString;
import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/**
 * Real jobs on real nodes: the controller's log has the time of each pass and each job's end, and the charges. The
 * replay calls the core's functions at these instants and has to compute every charge and every usage itself.
 */
class AccrualGoldenTest {
    private static final Offset<Double> SIX_DECIMALS = Offset.offset(5.01e-7);
    private static final Pattern RAN = Pattern.compile("job (\\d+) ran for (\\d+) seconds .*");
    private static final Pattern ADDING = Pattern.compile(
            "PRIO: Adding (\\S+) new usage to assoc (\\d+) .* raw usage is now (\\S+)\\. Group wall added (\\S+) .*");
    private static final Pattern SUM = Pattern.compile("PRIO: BillingWeight: JobId=(\\d+) SUM\\(TRES\\) = (\\S+)");

    private final JsonNode golden = SlurmGolden.read("accrual_sum.json");
    private final double lambda = SlurmTickDecay.lambda((double) TimeString.seconds(
            TimeString.Key.DECAY_HALF_LIFE,
            golden.get("slurmConf").get("PriorityDecayHalfLife").asText()));
    private final Map<String, Double> usage = new TreeMap<>();
    private final Map<String, Long> seconds = new HashMap<>();
    private long lastPass = Long.MIN_VALUE;
    private long passBefore = Long.MIN_VALUE;
    private int charges;
    private int usages;

    @Test
    void chargesLikeSlurm() {
        String job = "";
        for (JsonNode event : golden.get("events")) {
            String text = event.get("text").asText();
            long now = second(event.get("at").asText());
            Matcher ran = RAN.matcher(text);
            Matcher adding = ADDING.matcher(text);
            Matcher sum = SUM.matcher(text);
            midway(now);
            if (text.startsWith("PRIO: Decay factor")) {
                pass(now);
            } else if (ran.matches()) {
                job = ran.group(1);
                assertThat(run(job, now)).as(text).isEqualTo(Long.parseLong(ran.group(2)));
                seconds.merge(job, run(job, now), Long::sum);
            } else if (adding.matches()) {
                charge(job, now, adding);
            } else if (sum.matches()) {
                assertThat(billing(sum.group(1)).doubleValue())
                        .isCloseTo(Double.parseDouble(sum.group(2)), SIX_DECIMALS);
            }
        }
        for (JsonNode row : golden.get("jobs")) {
            long elapsed =
                    second(row.get("End").asText()) - second(row.get("Start").asText());
            assertThat(seconds).containsEntry(row.get("JobIDRaw").asText(), elapsed);
        }
        finalUsage();
        System.out.println("golden accrual: " + golden.get("jobs").size() + " jobs, " + charges + " charges, " + usages
                + " usages");
        assertThat(charges).isEqualTo(54);
    }

    private void pass(long now) {
        if (lastPass != Long.MIN_VALUE) {
            usage.replaceAll((association, raw) -> SlurmTickDecay.decay(raw, lambda, (double) (now - lastPass)));
        }
        passBefore = lastPass;
        lastPass = now;
    }

    /** The job's seconds since its last charge: at a pass since the previous pass, at its end since the last pass. */
    private long run(String job, long now) {
        JsonNode row = row(job);
        long start = second(row.get("Start").asText());
        long end = second(row.get("End").asText());
        return Math.min(now, end) - Math.max(start, now == lastPass ? passBefore : lastPass);
    }

    private void charge(String job, long now, Matcher adding) {
        double factor = golden.get("qos").path(row(job).get("QOS").asText()).asDouble(1);
        double rate = billing(job).doubleValue() * factor;
        double charge = SlurmTickDecay.charge(rate, lambda, (double) run(job, now));
        double after = usage.merge(adding.group(2), charge, Double::sum);

        assertThat(charge).isCloseTo(Double.parseDouble(adding.group(1)), SIX_DECIMALS);
        assertThat(after).isCloseTo(Double.parseDouble(adding.group(3)), SIX_DECIMALS);
        assertThat(SlurmTickDecay.charge(factor, lambda, (double) run(job, now)))
                .isCloseTo(Double.parseDouble(adding.group(4)), SIX_DECIMALS);
        charges++;
    }

    private BigDecimal billing(String job) {
        JsonNode row = row(job);
        String weights = "";
        for (JsonNode partition : golden.get("partitions")) {
            Matcher match = Pattern.compile("PartitionName=(\\S+).*TRESBillingWeights=\"(.*)\"")
                    .matcher(partition.asText());
            if (match.matches() && match.group(1).equals(row.get("Partition").asText())) {
                weights = match.group(2);
            }
        }
        return BillingWeights.parse(weights, BillingWeights.Sum.ALL)
                .billing(GoldenJobs.tres(row.get("AllocTRES").asText()));
    }

    /** sshare between two events of the log: usage from the charges so far, truncated to an integer. */
    private void midway(long now) {
        JsonNode midway = golden.get("midway");
        if (now < midway.get("at").asLong() || usages > 0) {
            return;
        }
        midway.get("sshare").properties().forEach(row -> {
            assertThat(Math.floor(usage.getOrDefault(row.getKey(), 0.0)))
                    .as(row.getKey())
                    .isEqualTo(row.getValue().get("rawUsage").asDouble());
            usages++;
        });
    }

    private void finalUsage() {
        golden.get("finalState").properties().forEach(entry -> {
            assertThat(usage.getOrDefault(entry.getKey(), 0.0))
                    .isCloseTo(Double.parseDouble(entry.getValue().asText()), SIX_DECIMALS);
            usages++;
        });
        ShareTree tree = ShareTree.build("accrual", nodes());
        double[] raw = new double[tree.size()];
        for (JsonNode row : golden.get("finalSshare")) {
            raw[SlurmGolden.node(tree, row)] = usage.getOrDefault(row.get("id").asText(), 0.0);
        }
        Fairshare fairshare = new FairTree(FairTree.Ties.SLURM).evaluate(tree, UsageSnapshot.of(raw));
        for (JsonNode row : golden.get("finalSshare")) {
            int node = SlurmGolden.node(tree, row);
            assertThat(Math.floor(fairshare.raw(node)))
                    .isEqualTo(row.get("rawUsage").asDouble());
            for (String value : List.of("normUsage", "effectiveUsage", "fairshare", "levelFS")) {
                if (!row.get(value).isNull()) {
                    SlurmGolden.assertClose(
                            value(fairshare, node, value), row.get(value).asDouble(), value);
                    usages++;
                }
            }
        }
    }

    private static double value(Fairshare fairshare, int node, String name) {
        return switch (name) {
            case "normUsage" -> fairshare.normUsage(node);
            case "effectiveUsage" -> fairshare.effectiveUsage(node);
            case "fairshare" -> fairshare.factor(node);
            case "levelFS" -> fairshare.levelFs(node);
            default -> throw new IllegalArgumentException(name);
        };
    }

    /** The tree of the run. Its raw shares are in the golden files of kind jobPriority, which used the same tree. */
    private static List<ShareNode> nodes() {
        return SlurmGolden.nodes(withParents(), "accrual");
    }

    private static JsonNode withParents() {
        Map<Integer, Integer> parents = Map.of(3, 1, 6, 3, 5, 3, 9, 5, 10, 5, 4, 1, 7, 4, 8, 4);
        JsonNode associations = SlurmGolden.read("prio_limits.json").get("assocs");
        associations.forEach(row -> ((ObjectNode) row)
                .put("parentId", parents.getOrDefault(row.get("id").asInt(), 0)));
        return associations;
    }

    private JsonNode row(String job) {
        for (JsonNode row : golden.get("jobs")) {
            if (row.get("JobIDRaw").asText().equals(job)) {
                return row;
            }
        }
        throw new IllegalStateException("no job " + job);
    }

    private static long second(String iso) {
        return LocalDateTime.parse(iso).toEpochSecond(ZoneOffset.UTC);
    }
}
