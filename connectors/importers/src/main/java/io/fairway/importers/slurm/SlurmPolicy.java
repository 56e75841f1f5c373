package io.fairway.importers.slurm;

import io.fairway.avro.Algorithm;
import io.fairway.avro.Decay;
import io.fairway.avro.DecayKind;
import io.fairway.avro.Measure;
import io.fairway.avro.Policy;
import io.fairway.avro.QosInfo;
import io.fairway.avro.SlurmPriority;
import io.fairway.importers.ImportReport;
import io.fairway.importers.ImportTarget;
import io.fairway.schedulers.slurm.multifactor.MultifactorParameters;
import io.fairway.schedulers.slurm.multifactor.PriorityFlag;
import io.fairway.schedulers.slurm.multifactor.TresWeights;
import io.fairway.schedulers.slurm.time.SlurmResetPeriod;
import io.fairway.schedulers.slurm.time.TimeString;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Converts a slurm.conf to a policy.
 *
 * <ol>
 *   <li>priority/basic is FIFO. priority/multifactor is Fair Tree as released, classic with NO_FAIR_TREE, depth-oblivious
 *       with DEPTH_OBLIVIOUS, and linear in dialect 2.0. The default of PriorityType is that of the version.
 *   <li>Usage halves exactly every PriorityDecayHalfLife. A policy has slurmctld's own steps under the law SLURM_TICK.
 *   <li>A half-life of 0 needs a PriorityUsageResetPeriod line. Only dialect 2.0 accepts time strings beside
 *       its keywords.
 * </ol>
 *
 * <p>Source: slurm.conf(5) of Slurm 22.05 and 26.05; Slurm 2.0 multifactor priority page of June 2009 (dialect 2.0).
 */
final class SlurmPolicy {
    private static final List<String> KEYWORDS =
            List.of("NONE", "NOW", "DAILY", "WEEKLY", "MONTHLY", "QUARTERLY", "YEARLY");

    private final SlurmConf conf;
    private final ImportTarget target;
    private final ImportReport report;
    private final SlurmVersion version;
    private final boolean old;

    SlurmPolicy(SlurmConf conf, ImportTarget target, SlurmVersion version, ImportReport report) {
        this.conf = conf;
        this.target = target;
        this.version = version;
        old = version == SlurmVersion.SLURM_2_0;
        this.report = report;
    }

    /** @param byPartition whether users have associations of a partition */
    Policy build(String domain, Map<String, QosInfo> qos, boolean byPartition) {
        Nodes nodes = Nodes.read(conf.lines("NodeName"), conf.lines("NodeSet"), report);
        Partitions partitions = Partitions.read(conf.lines("PartitionName"), nodes, report);
        long processors = Math.round(nodes.sum(null).getOrDefault("cpu", 0.0));
        Set<PriorityFlag> flags = FlagSetting.read(conf, version, report);
        long halfLife = seconds(TimeString.Key.DECAY_HALF_LIFE, "PriorityDecayHalfLife", 604_800);
        seconds(TimeString.Key.CALC_PERIOD, "PriorityCalcPeriod", 300);
        String reset = reset(halfLife);
        Algorithm algorithm = algorithm(flags);
        Policy policy = Policy.newBuilder()
                .setDomain(domain)
                .setName(target.policy())
                .setEffectiveFrom(Instant.ofEpochMilli(target.effectiveFrom()))
                .setMeasure(Measure.newBuilder()
                        .setName("billing")
                        .setDecay(Decay.newBuilder()
                                .setKind(halfLife == 0 ? DecayKind.NONE : DecayKind.HALF_LIFE)
                                .setMillis(halfLife * 1000)
                                .build())
                        .setBilling(partitions.billing())
                        .setMaxTres(flags.contains(PriorityFlag.MAX_TRES))
                        .setMaxTresGres(flags.contains(PriorityFlag.MAX_TRES_GRES))
                        .setByQos(!qos.isEmpty())
                        .setByPartition(byPartition)
                        .build())
                .setAlgorithm(algorithm)
                .setDampening((int) whole("FairShareDampeningFactor", 1, 1, 65_535))
                .setUsageReset(reset)
                .setNodes(target.nodes() > 0 ? target.nodes() : nodes.size())
                .setProcessors(target.processors() > 0 ? target.processors() : processors)
                .setPartitions(partitions.infos())
                .setQos(qos)
                .setSlurm(priority(flags))
                .build();
        if (algorithm == Algorithm.LINEAR_2_0 && policy.getProcessors() == 0) {
            report.error(
                    null,
                    "processors 0: dialect 2.0 measures usage against the cluster's processors; add lines"
                            + " of NodeName, or give the number with --processors");
        }
        report.read("policy " + policy.getName() + ": " + algorithm + ", "
                + (halfLife == 0 ? "no decay" : "half-life " + days(halfLife)) + ", "
                + ImportReport.count(conf.size(), "parameter") + ", "
                + ImportReport.count(policy.getPartitions().size(), "partition") + ", " + qos.size() + " QOS, "
                + ImportReport.count(policy.getNodes(), "node") + ", "
                + ImportReport.count(policy.getProcessors(), "processor"));
        return policy;
    }

    /** Seconds in the format of slurm.conf, {@code days-hours:minutes:seconds}, without zeros at the end. */
    private static String days(long seconds) {
        String text = String.format(
                Locale.ROOT, "%d-%d:%02d:%02d", seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
        return text.replaceFirst("(?::00){1,2}$", "");
    }

    private SlurmPriority priority(Set<PriorityFlag> flags) {
        List<String> others = new ArrayList<>();
        flags.stream().filter(flag -> !FlagSetting.ELSEWHERE.contains(flag)).forEach(flag -> others.add(flag.name()));
        if (old && !others.isEmpty()) {
            SlurmConf.Value setting = conf.find("PriorityFlags");
            report.error(
                    setting == null ? null : setting.place(),
                    "PriorityFlags " + others + ": must not be set in dialect 2.0");
        }
        return SlurmPriority.newBuilder()
                .setDialect(old ? "2.0" : "22.05")
                .setWeightAge(weight("PriorityWeightAge"))
                .setWeightAssociation(weight("PriorityWeightAssoc"))
                .setWeightFairshare(weight("PriorityWeightFairshare"))
                .setWeightJobSize(weight("PriorityWeightJobSize"))
                .setWeightPartition(weight("PriorityWeightPartition"))
                .setWeightQos(weight("PriorityWeightQOS"))
                .setWeightTres(weightTres())
                .setMaxAgeSeconds(seconds(
                        TimeString.Key.MAX_AGE, "PriorityMaxAge", MultifactorParameters.DEFAULT_MAX_AGE_SECONDS))
                .setFavorSmall(yes("PriorityFavorSmall"))
                .setFlags(others)
                .setEnforceLimits(limits())
                .build();
    }

    private Algorithm algorithm(Set<PriorityFlag> flags) {
        SlurmConf.Value type = conf.find("PriorityType");
        String text = type == null ? version.priorityType() : type.text();
        if (type == null) {
            report.warning(
                    null,
                    "PriorityType is missing: Slurm " + version + " then uses " + text + ". The default is"
                            + " priority/basic, first in, first out, in 22.05, and priority/multifactor in 24.11 and"
                            + " later: add the line, or give --dialect");
        }
        switch (text.toLowerCase(Locale.ROOT)) {
            case "priority/basic" -> {
                return Algorithm.FIFO;
            }
            case "priority/multifactor" -> {
                return old
                        ? Algorithm.LINEAR_2_0
                        : flags.contains(PriorityFlag.DEPTH_OBLIVIOUS)
                                ? Algorithm.DEPTH_OBLIVIOUS
                                : flags.contains(PriorityFlag.NO_FAIR_TREE)
                                        ? Algorithm.CLASSIC
                                        : Algorithm.FAIR_TREE_SLURM;
            }
            default -> {
                report.error(
                        type == null ? null : type.place(),
                        "PriorityType \"" + text + "\": must be priority/basic or priority/multifactor");
                return Algorithm.FIFO;
            }
        }
    }

    private String reset(long halfLife) {
        SlurmConf.Value setting = conf.find("PriorityUsageResetPeriod");
        String text = setting == null ? "NONE" : setting.text().toUpperCase(Locale.ROOT);
        SlurmConf.Value half = conf.find("PriorityDecayHalfLife");
        if (halfLife == 0 && (setting == null || (old && text.equals("NONE"))) && half != null) {
            report.error(
                    half.place(),
                    "PriorityDecayHalfLife \"" + half.text() + "\": 0 means no decay; set a PriorityUsageResetPeriod");
        }
        if (setting == null) {
            return text;
        }
        if (!old && !KEYWORDS.contains(text)) {
            report.error(
                    setting.place(),
                    "PriorityUsageResetPeriod \"" + setting.text() + "\": must be one of " + String.join(", ", KEYWORDS)
                            + " (only dialect 2.0 accepts a time, such as 28-0)");
            return "NONE";
        }
        return report.checked(
                setting.place(),
                () -> {
                    SlurmResetPeriod.parse(text, target.effectiveFrom(), ZoneOffset.UTC);
                    return text;
                },
                "NONE");
    }

    private String weightTres() {
        SlurmConf.Value setting = conf.find("PriorityWeightTRES");
        if (setting == null) {
            return "";
        }
        report.checked(
                setting.place(), () -> TresWeights.parse("PriorityWeightTRES", setting.text()), TresWeights.NONE);
        if (old) {
            report.error(setting.place(), "PriorityWeightTRES: must not be set in dialect 2.0");
        }
        return setting.text();
    }

    private @Nullable Long weight(String key) {
        SlurmConf.Value setting = conf.find(key);
        if (setting != null && old && key.equals("PriorityWeightAssoc")) {
            report.error(setting.place(), key + ": must not be set in dialect 2.0");
            return null;
        }
        return setting == null ? null : (Long) whole(key, 0, 0, 0xFFFF_FFFFL);
    }

    private long whole(String key, long otherwise, long least, long most) {
        SlurmConf.Value setting = conf.find(key);
        if (setting == null) {
            return otherwise;
        }
        long value = setting.text().matches("\\d{1,12}") ? Long.parseLong(setting.text()) : -1;
        if (value < least || value > most) {
            report.error(
                    setting.place(),
                    key + " \"" + setting.text() + "\": must be a whole number of " + least + " to " + most);
            return otherwise;
        }
        return value;
    }

    private long seconds(TimeString.Key kind, String key, long otherwise) {
        SlurmConf.Value setting = conf.find(key);
        return setting == null
                ? otherwise
                : report.checked(setting.place(), () -> TimeString.seconds(kind, setting.text()), otherwise);
    }

    private boolean yes(String key) {
        SlurmConf.Value setting = conf.find(key);
        String text = setting == null ? "NO" : setting.text().toUpperCase(Locale.ROOT);
        if (List.of("YES", "TRUE", "UP", "1").contains(text)) {
            return true;
        }
        if (setting != null && !List.of("NO", "FALSE", "DOWN", "0").contains(text)) {
            report.error(setting.place(), key + " \"" + setting.text() + "\": must be YES or NO");
        }
        return false;
    }

    /** Whether limits are enforced, explicitly or by implication. */
    private boolean limits() {
        SlurmConf.Value setting = conf.find("AccountingStorageEnforce");
        if (setting == null || old) {
            return false;
        }
        List<String> parts = List.of(setting.text().toLowerCase(Locale.ROOT).split("\\s*,\\s*"));
        return parts.contains("limits") || parts.contains("safe") || parts.contains("all");
    }
}
