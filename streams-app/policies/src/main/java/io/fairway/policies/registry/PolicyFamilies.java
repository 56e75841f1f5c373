package io.fairway.policies.registry;

import io.fairway.avro.Decay;
import io.fairway.avro.DecayKind;
import io.fairway.avro.Policy;
import io.fairway.avro.PolicyState;
import io.fairway.policies.avro.PolicyReader;
import io.fairway.policies.family.PolicyFamily;
import io.fairway.policies.lsf.LsfFamily;
import io.fairway.policies.moab.MoabFamily;
import io.fairway.policies.slurm.SlurmFamily;
import java.time.DateTimeException;
import java.util.List;

/** Reads the family of a policy, and everything else in it. */
public final class PolicyFamilies {
    /** A new version, or a start, reads all versions of its domain several times. */
    private static final int MOST = 64;

    private static final Memo<Policy, PolicyFamily> READ = new Memo<>(PolicyFamilies::copy, PolicyFamilies::read, MOST);
    private static final Memo<Policy, Boolean> GOOD = new Memo<>(
            PolicyFamilies::copy,
            policy -> {
                examine(policy);
                return true;
            },
            MOST);

    private PolicyFamilies() {}

    /**
     * The family of a policy.
     *
     * @throws IllegalArgumentException with the value and the rule, if the policy cannot be evaluated
     */
    public static PolicyFamily of(Policy policy) {
        return hasPlugin(policy) ? read(policy) : READ.of(policy);
    }

    private static PolicyFamily read(Policy policy) {
        return switch (policy.getAlgorithm()) {
            case FIFO, LINEAR_2_0, CLASSIC, DEPTH_OBLIVIOUS, FAIR_TREE_DOCUMENTED, FAIR_TREE_SLURM ->
                SlurmFamily.of(policy);
            case LSF_DYNAMIC -> LsfFamily.of(policy);
            case MOAB_TARGETS -> MoabFamily.of(policy);
            case UNKNOWN ->
                throw new IllegalArgumentException(
                        "algorithm UNKNOWN of policy " + policy.getName() + ": newer than this version, or not set");
        };
    }

    /**
     * Reads everything in a policy and tries it, only for the exception.
     *
     * @throws IllegalArgumentException with the value and the rule, if the policy cannot be evaluated
     */
    public static void check(Policy policy) {
        if (hasPlugin(policy)) {
            examine(policy);
        } else {
            GOOD.of(policy);
        }
    }

    /** A plug-in may give another answer each time, and may remember what it was asked. */
    private static boolean hasPlugin(Policy policy) {
        return policy.getLsf() != null && !policy.getLsf().getAdjustment().isEmpty();
    }

    private static Policy copy(Policy policy) {
        return Policy.newBuilder(policy).build();
    }

    private static void examine(Policy policy) {
        PolicyReader.check(policy);
        try {
            PolicyTrial.of(of(policy), policy.getEffectiveFrom().toEpochMilli());
        } catch (IllegalArgumentException | IllegalStateException | ArithmeticException | DateTimeException wrong) {
            throw new IllegalArgumentException("policy " + policy.getName() + ": " + wrong.getMessage(), wrong);
        }
        checkSizes(policy);
        switch (policy.getAlgorithm()) {
            case LSF_DYNAMIC, MOAB_TARGETS -> checkOwnParametersSayAll(policy);
            case FIFO, LINEAR_2_0, CLASSIC, DEPTH_OBLIVIOUS, FAIR_TREE_DOCUMENTED, FAIR_TREE_SLURM, UNKNOWN -> {}
        }
    }

    /** A version that retires a policy computes nothing. */
    private static void checkSizes(Policy policy) {
        if (policy.getState() == PolicyState.RETIRED) {
            return;
        }
        List<String> missing = of(policy).missingSizes();
        if (!missing.isEmpty()) {
            throw new IllegalArgumentException("policy " + policy.getName() + ": " + String.join("; ", missing));
        }
    }

    private static void checkOwnParametersSayAll(Policy policy) {
        Decay decay = policy.getMeasure().getDecay();
        if (decay.getKind() != DecayKind.NONE) {
            throw new IllegalArgumentException("decay " + decay.getKind() + " of measure "
                    + policy.getMeasure().getName() + " of policy " + policy.getName() + ": "
                    + (policy.getMoab() == null ? "HIST_HOURS" : "FSINTERVAL, FSDEPTH and FSDECAY")
                    + " says it; leave it out");
        }
        if (!policy.getUsageReset().equals("NONE")) {
            throw new IllegalArgumentException("usageReset " + policy.getUsageReset() + " of policy " + policy.getName()
                    + ": only Slurm resets usage periodically");
        }
    }
}
