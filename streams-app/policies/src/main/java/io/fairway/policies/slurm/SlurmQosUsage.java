package io.fairway.policies.slurm;

import io.fairway.avro.Policy;
import io.fairway.avro.QosInfo;
import io.fairway.core.ledger.ChargeScope;
import io.fairway.core.ledger.ChargingRules;
import io.fairway.core.ledger.Measure;
import io.fairway.core.model.Attribute;
import io.fairway.core.model.NodeId;
import io.fairway.core.usage.DecayLaw;
import io.fairway.policies.avro.PolicyReader;
import io.fairway.policies.family.MeasureDefinition;
import io.fairway.schedulers.slurm.multifactor.PriorityContext;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Usage of each QOS of a Slurm policy: the charge of an association goes to the job's QOS as well, with the same
 * UsageFactor. The QOS is in the account of a node without user, in the tree of the job.
 *
 * <ol>
 *   <li>A QOS decays and begins anew like associations. With the flag NoDecay it does neither: only an adjustment of the
 *       kind RESET clears it.
 *   <li>A QOS that the policy does not name has no usage.
 *   <li>Of several QOS that a job names, the one of the highest priority is charged.
 * </ol>
 *
 * <p>Source: sacctmgr(1) of Slurm 22.05, SPECIFICATIONS FOR QOS, UsageFactor and Flags=NoDecay.
 *
 * <p>Where we differ: a released slurmctld clears QOS with NoDecay at a PriorityUsageResetPeriod, against its manual.
 * The QOS of a partition is not charged.
 */
final class SlurmQosUsage {
    private SlurmQosUsage() {}

    /** The measure of QOS that decay. */
    static String decaying(String measure) {
        return measure + ".qos";
    }

    /** The measure of QOS with NoDecay. */
    static String kept(String measure) {
        return decaying(measure) + ".nodecay";
    }

    /** The measures of a policy; none unless it asks for them. */
    static List<MeasureDefinition> measures(Policy policy, DecayLaw law, Measure.Kind kind, ChargingRules rules) {
        if (!policy.getMeasure().getByQos()) {
            return List.of();
        }
        Object definition = List.of(policy.getMeasure(), factors(policy), flags(policy));
        String name = policy.getMeasure().getName();
        return List.of(
                new MeasureDefinition(
                        decaying(name),
                        law,
                        null,
                        kind,
                        false,
                        false,
                        true,
                        rules.charging(of(policy, false)),
                        definition),
                new MeasureDefinition(
                        kept(name),
                        DecayLaw.none(),
                        null,
                        kind,
                        false,
                        false,
                        false,
                        rules.charging(of(policy, true)),
                        definition));
    }

    private static ChargeScope of(Policy policy, boolean kept) {
        Map<String, Boolean> flags = flags(policy);
        Map<String, Double> priorities = PolicyReader.qosPriorities(policy);
        return (job, attributes) -> {
            String qos = PriorityContext.highestQos(attributes.text(Attribute.QOS, ""), priorities);
            Boolean flag = flags.get(qos);
            return flag == null || flag != kept
                    ? null
                    : NodeId.ofAccount(attributes.text(Attribute.TREE, job.cluster()), qos);
        };
    }

    private static Map<String, Boolean> flags(Policy policy) {
        Map<String, Boolean> flags = new TreeMap<>();
        policy.getQos().forEach((name, qos) -> flags.put(name, qos.getNoDecay()));
        return flags;
    }

    /** The UsageFactors other than 1, which do not differ from those of an unknown QOS. */
    static Map<String, Double> factors(Policy policy) {
        Map<String, Double> factors = new TreeMap<>();
        policy.getQos().forEach((name, qos) -> factors.put(name, factor(qos)));
        factors.values().removeIf(factor -> factor == 1);
        return factors;
    }

    private static double factor(QosInfo qos) {
        return qos.getUsageFactor();
    }
}
