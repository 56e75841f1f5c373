package io.fairway.policies.avro;

import io.fairway.avro.Algorithm;
import io.fairway.avro.Decay;
import io.fairway.avro.Measure;
import io.fairway.avro.PartitionInfo;
import io.fairway.avro.Policy;
import io.fairway.avro.PolicyState;
import io.fairway.avro.QosInfo;
import io.fairway.avro.RankForm;
import io.fairway.avro.SlurmPriority;
import io.fairway.core.ledger.ChargeScope;
import io.fairway.core.ledger.ChargingRules;
import io.fairway.core.ledger.RateFunction;
import io.fairway.core.ledger.RunLimit;
import io.fairway.core.model.Attribute;
import io.fairway.core.policy.FairshareAlgorithm;
import io.fairway.core.shares.ShareNode;
import io.fairway.core.usage.DecayLaw;
import io.fairway.core.usage.ResetPeriod;
import io.fairway.records.JobEvents;
import io.fairway.schedulers.slurm.SlurmAlgorithm;
import io.fairway.schedulers.slurm.fairshare.AvailableResources;
import io.fairway.schedulers.slurm.multifactor.BillingWeights;
import io.fairway.schedulers.slurm.multifactor.MultifactorParameters;
import io.fairway.schedulers.slurm.multifactor.PriorityContext;
import io.fairway.schedulers.slurm.multifactor.PriorityFlag;
import io.fairway.schedulers.slurm.multifactor.TresWeights;
import io.fairway.schedulers.slurm.time.SlurmResetPeriod;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads a policy record. Every method throws IllegalArgumentException with the value and the rule. */
public final class PolicyReader {
    private PolicyReader() {}

    public static DecayLaw law(Decay decay) {
        return switch (decay.getKind()) {
            case HALF_LIFE -> decay.getMillis() == 0 ? DecayLaw.none() : DecayLaw.halfLife(decay.getMillis());
            case TENTH_LIFE -> decay.getMillis() == 0 ? DecayLaw.none() : DecayLaw.tenthLife(decay.getMillis());
            case NONE -> DecayLaw.none();
            case SLURM_TICK -> DecayLaw.slurmTick(decay.getMillis(), decay.getPeriodMillis(), decay.getPhaseMillis());
            case UNKNOWN ->
                throw new IllegalArgumentException("decay kind UNKNOWN: newer than this version, or not set");
        };
    }

    public static io.fairway.core.ledger.Measure.Kind kind(Measure measure) {
        return switch (measure.getKind()) {
            case BILLING_TRES -> io.fairway.core.ledger.Measure.Kind.BILLING_TRES;
            case CPU_TIME -> io.fairway.core.ledger.Measure.Kind.CPU_TIME;
            case UNKNOWN ->
                throw new IllegalArgumentException(
                        "kind UNKNOWN of measure " + measure.getName() + ": newer than this version, or not set");
        };
    }

    public static ChargingRules rules(Policy policy) {
        Measure measure = policy.getMeasure();
        Map<String, BillingWeights> byPartition = new HashMap<>();
        measure.getBilling()
                .forEach((partition, rule) -> byPartition.put(partition, weights(rule.getWeights(), measure)));
        Map<String, BigDecimal> usageFactors = new HashMap<>();
        policy.getQos().forEach((name, qos) -> usageFactors.put(name, usageFactor(name, qos)));
        Map<String, Double> priorities = qosPriorities(policy);
        BillingWeights others = byPartition.getOrDefault("", weights("", measure));
        RateFunction rate = (allocated, job) -> {
            BillingWeights billing = byPartition.getOrDefault(job.text(Attribute.PARTITION, ""), others);
            String qos = PriorityContext.highestQos(job.text(Attribute.QOS, ""), priorities);
            BigDecimal factor = usageFactors.getOrDefault(qos, BigDecimal.ONE);
            return billing.billing(allocated.counts()).multiply(factor);
        };
        return new ChargingRules(
                rate,
                measure.getChargeSuspended(),
                measure.getChargeOverLimit(),
                measure.getChargeRequeued(),
                measure.getLeaseMillis(),
                ChargeScope.ASSOCIATION,
                limits(policy));
    }

    /** The limit of a run: its job's, else that of its partition (slurm.conf(5), DefaultTime and MaxTime). */
    private static RunLimit limits(Policy policy) {
        Map<String, Long> seconds = limitSeconds(policy);
        return job -> job.number(
                Attribute.TIME_LIMIT, seconds.getOrDefault(job.text(Attribute.PARTITION, ""), Long.MAX_VALUE));
    }

    /** Seconds that a job without a limit has in each partition; partitions without a limit are not there. */
    public static Map<String, Long> limitSeconds(Policy policy) {
        Map<String, Long> seconds = new TreeMap<>();
        policy.getPartitions().forEach((name, info) -> {
            Long minutes =
                    info.getDefaultTimeMinutes() == null ? info.getMaxTimeMinutes() : info.getDefaultTimeMinutes();
            if (minutes != null) {
                seconds.put(name, minutes > Long.MAX_VALUE / 60 ? Long.MAX_VALUE : minutes * 60);
            }
        });
        return seconds;
    }

    public static FairshareAlgorithm algorithm(Policy policy) {
        if (policy.getAlgorithm() == Algorithm.UNKNOWN) {
            throw new IllegalArgumentException(
                    "algorithm UNKNOWN of policy " + policy.getName() + ": newer than this version, or not set");
        }
        return inCore(policy.getAlgorithm()).create(policy.getDampening(), resources(policy));
    }

    /** The TRES-seconds that the machine could deliver, if the algorithm of the policy uses them; otherwise 1. */
    public static double resources(Policy policy) {
        if (policy.getAlgorithm() != Algorithm.LINEAR_2_0) {
            return 1;
        }
        Decay decay = policy.getMeasure().getDecay();
        ResetPeriod reset = reset(policy);
        double resetSeconds = reset instanceof ResetPeriod.Interval interval ? interval.millis() / 1000.0 : 0;
        AvailableResources reading = switch (policy.getResources()) {
            case SIMPLE, UNKNOWN -> AvailableResources.SIMPLE;
            case AGGREGATED -> AvailableResources.AGGREGATED;
        };
        return reading.of((double) policy.getProcessors(), decay.getMillis() / 1000.0, resetSeconds);
    }

    /** The core's algorithm for one of Slurm's. */
    public static SlurmAlgorithm inCore(Algorithm algorithm) {
        return switch (algorithm) {
            case FIFO -> SlurmAlgorithm.FIFO;
            case LINEAR_2_0 -> SlurmAlgorithm.LINEAR_2_0;
            case CLASSIC -> SlurmAlgorithm.CLASSIC;
            case DEPTH_OBLIVIOUS -> SlurmAlgorithm.DEPTH_OBLIVIOUS;
            case FAIR_TREE_DOCUMENTED -> SlurmAlgorithm.FAIR_TREE_DOCUMENTED;
            case FAIR_TREE_SLURM -> SlurmAlgorithm.FAIR_TREE_SLURM;
            case LSF_DYNAMIC, MOAB_TARGETS ->
                throw new IllegalArgumentException("algorithm " + algorithm + ": not one of Slurm's");
            case UNKNOWN ->
                throw new IllegalArgumentException("algorithm UNKNOWN: newer than this version, or not set");
        };
    }

    public static ResetPeriod reset(Policy policy) {
        ZoneId zone;
        try {
            zone = ZoneId.of(policy.getZone());
        } catch (DateTimeException unknown) {
            throw new IllegalArgumentException(
                    "zone '" + policy.getZone() + "' of policy " + policy.getName() + ": must be a time zone such as "
                            + "UTC or Europe/Zurich",
                    unknown);
        }
        return SlurmResetPeriod.parse(
                policy.getUsageReset(), policy.getEffectiveFrom().toEpochMilli(), zone);
    }

    /** Checks the fields that policies of all families have. */
    public static void check(Policy policy) {
        if (policy.getName().isEmpty() || policy.getMeasure().getName().isEmpty()) {
            throw new IllegalArgumentException("policy '" + policy.getName() + "' with measure '"
                    + policy.getMeasure().getName() + "': both must have names");
        }
        if (policy.getState() == PolicyState.UNKNOWN) {
            throw new IllegalArgumentException(
                    "state UNKNOWN of policy " + policy.getName() + ": newer than this version, or not set");
        }
        Double epsilon = policy.getEpsilon();
        if (epsilon != null && !(epsilon >= 0)) {
            throw new IllegalArgumentException(
                    "epsilon " + epsilon + " of policy " + policy.getName() + ": must not be negative");
        }
        Long shares = policy.getAutoProvisionShares();
        if (shares != null && (shares < 0 || shares > ShareNode.MAX_SHARES)) {
            throw new IllegalArgumentException("autoProvisionShares " + shares + " of policy " + policy.getName()
                    + ": must be 0 to " + ShareNode.MAX_SHARES);
        }
        checkRanks(policy);
        reset(policy);
    }

    /** The records that ranks go out in: the form that the policy names, or the usual one of its algorithm. Never AUTO. */
    public static RankForm ranks(Policy policy) {
        return policy.getRanks() != RankForm.AUTO
                ? policy.getRanks()
                : unpackable(policy) == null ? RankForm.PACKED : RankForm.RECORDS;
    }

    /** Why ranks of a policy cannot be packed; null = they can. */
    private static @Nullable String unpackable(Policy policy) {
        boolean ranksUsers = policy.getAlgorithm() == Algorithm.FAIR_TREE_DOCUMENTED
                || policy.getAlgorithm() == Algorithm.FAIR_TREE_SLURM;
        if (!ranksUsers) {
            return "the algorithm " + policy.getAlgorithm() + "; Fair Tree alone ranks every user";
        }
        return parameters(policy.getSlurm()).has(PriorityFlag.INCR_ONLY) ? "the flag INCR_ONLY" : null;
    }

    /** Ranks are packed where every user has one of its own. A priority that must not fall is made with its fairshare record. */
    private static void checkRanks(Policy policy) {
        String record = "ranks " + policy.getRanks() + " of policy " + policy.getName();
        switch (policy.getRanks()) {
            case UNKNOWN -> throw new IllegalArgumentException(record + ": newer than this version, or not set");
            case AUTO, RECORDS -> {}
            case PACKED, BOTH -> {
                String reason = unpackable(policy);
                if (reason != null) {
                    throw new IllegalArgumentException(record + ": must be RECORDS with " + reason);
                }
            }
        }
    }

    /** Checks that priorities of a policy of Slurm can be computed. */
    public static void checkPriorities(Policy policy) {
        MultifactorParameters parameters = parameters(policy.getSlurm());
        List<String> problems = context(policy, 0).problems(parameters);
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", problems));
        }
    }

    /** The settings of job priority; null fields have the defaults of dialect 22.05. */
    public static MultifactorParameters parameters(@Nullable SlurmPriority record) {
        if (record == null) {
            return MultifactorParameters.slurm22();
        }
        MultifactorParameters defaults = switch (record.getDialect()) {
            case "2.0" -> MultifactorParameters.slurm20(record.getCompatible());
            case "22.05" -> MultifactorParameters.slurm22();
            default ->
                throw new IllegalArgumentException("dialect '" + record.getDialect() + "': must be 2.0 or 22.05");
        };
        MultifactorParameters.Weights weights = defaults.weights();
        return defaults.withWeights(new MultifactorParameters.Weights(
                        or(record.getWeightAge(), weights.age()),
                        or(record.getWeightAssociation(), weights.association()),
                        or(record.getWeightFairshare(), weights.fairshare()),
                        or(record.getWeightJobSize(), weights.jobSize()),
                        or(record.getWeightPartition(), weights.partition()),
                        or(record.getWeightQos(), weights.qos())))
                .withTresWeights(TresWeights.parse("PriorityWeightTRES", record.getWeightTres()))
                .withMaxAgeSeconds(record.getMaxAgeSeconds())
                .withFavorSmall(record.getFavorSmall())
                .withFlags(PriorityFlag.parse(String.join(",", record.getFlags())))
                .withEnforceLimits(record.getEnforceLimits());
    }

    /** The cluster for the computation of priorities, with the highest association priority of the tree. */
    public static PriorityContext context(Policy policy, long maxAssociationPriority) {
        List<PriorityContext.Partition> partitions = new ArrayList<>();
        policy.getPartitions().forEach((name, partition) -> partitions.add(partition(name, partition)));
        return PriorityContext.of(policy.getNodes(), policy.getProcessors(), partitions, qosPriorities(policy), (double)
                maxAssociationPriority);
    }

    /** The priority of each QOS. */
    public static Map<String, Double> qosPriorities(Policy policy) {
        Map<String, Double> priorities = new HashMap<>();
        policy.getQos().forEach((name, info) -> priorities.put(name, info.getPriority()));
        return priorities;
    }

    private static PriorityContext.Partition partition(String name, PartitionInfo info) {
        return new PriorityContext.Partition(
                name,
                info.getPriorityFactor(),
                JobEvents.tres("partition " + name, info.getTres()).counts(),
                or(info.getMaxTimeMinutes(), PriorityContext.UNLIMITED),
                info.getDefaultTimeMinutes());
    }

    private static BillingWeights weights(String text, Measure measure) {
        if (measure.getMaxTres() && measure.getMaxTresGres()) {
            throw new IllegalArgumentException(
                    "maxTres and maxTresGres of measure " + measure.getName() + ": must not both be true");
        }
        return BillingWeights.parse(
                text,
                measure.getMaxTres()
                        ? BillingWeights.Sum.MAX_TRES
                        : measure.getMaxTresGres() ? BillingWeights.Sum.MAX_TRES_GRES : BillingWeights.Sum.ALL);
    }

    private static BigDecimal usageFactor(String name, QosInfo qos) {
        if (!(qos.getUsageFactor() >= 0) || Double.isInfinite(qos.getUsageFactor())) {
            throw new IllegalArgumentException(
                    "usageFactor " + qos.getUsageFactor() + " of QOS " + name + ": must be finite and not negative");
        }
        return new BigDecimal(Double.toString(qos.getUsageFactor()));
    }

    private static long or(@Nullable Long value, long otherwise) {
        return value == null ? otherwise : value;
    }
}
