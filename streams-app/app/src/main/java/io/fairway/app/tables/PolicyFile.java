package io.fairway.app.tables;

import io.fairway.avro.Policy;
import io.fairway.policies.registry.PolicyYaml;
import io.fairway.policies.yaml.YamlMap;
import io.fairway.program.TableClient;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A file of one version of a policy. */
public record PolicyFile(String key, Policy policy) implements TableFile<Policy> {
    private static final Duration AHEAD = Duration.ofMinutes(5);

    /**
     * Reads a file.
     *
     * @throws IllegalArgumentException with file, line, value and rule, if it cannot be read, or the application would refuse
     *     the policy
     */
    public static PolicyFile read(YamlMap file) {
        Policy policy = PolicyYaml.read(file);
        return new PolicyFile(
                Keys.policy(
                        policy.getDomain(),
                        policy.getName(),
                        policy.getEffectiveFrom().toEpochMilli()),
                policy);
    }

    /**
     * The newest version of this policy in the topic, if it differs from this one only in its begin; {@code null} if it differs
     * in more, or there is none.
     */
    public @Nullable Policy standing(TableOptions options) {
        Policy newest = newest(options, policy);
        if (newest == null) {
            return null;
        }
        Policy sameStart = Policy.newBuilder(policy)
                .setEffectiveFrom(newest.getEffectiveFrom())
                .build();
        return isSame(sameStart, newest) ? newest : null;
    }

    /** The newest version in the topic of a policy's name; {@code null} = none. */
    public static @Nullable Policy newest(TableOptions options, Policy policy) {
        Policy newest = null;
        for (Policy version : options.table(Topic.POLICIES, Policy.class).read().values()) {
            if (version.getDomain().equals(policy.getDomain())
                    && version.getName().equals(policy.getName())
                    && (newest == null || version.getEffectiveFrom().isAfter(newest.getEffectiveFrom()))) {
                newest = version;
            }
        }
        return newest;
    }

    /**
     * The begin of a version where nobody names one. A running application takes a first version from now on. It takes a later
     * version only if no fact was applied from its begin on, and it notes them by the minute. The time until then is that of
     * the way to it, and of clocks that are ahead. A version that lies further ahead is replaced.
     *
     * @param newest the version before; {@code null} = none
     */
    public static Instant start(@Nullable Policy newest, Instant now) {
        if (newest == null) {
            return now.truncatedTo(ChronoUnit.SECONDS);
        }
        Instant soon = now.truncatedTo(ChronoUnit.MINUTES).plus(AHEAD);
        return newest.getEffectiveFrom().isAfter(soon) ? newest.getEffectiveFrom() : soon;
    }

    /**
     * The reason why this version may not take the place of another; null if it may. A running application refuses to change
     * what it charged by. A rebuild has only what the topic holds: it would go by a version that was never in force.
     *
     * @param current the version in the topic; null = none
     * @param now the instant by which a version holds already
     */
    @Nullable
    String problem(@Nullable Policy current, Instant now) {
        if (current == null
                || isSame(current, policy)
                || current.getEffectiveFrom().isAfter(now)) {
            return null;
        }
        return "policy " + policy.getName() + " from " + policy.getEffectiveFrom() + ": holds already; "
                + TableChanges.difference(PolicyYaml.explicit(current), policy)
                + ": a running application refuses this, and a rebuild would take it. Give the version a later"
                + " effectiveFrom, or give --for-rebuild if an application that begins anew is to go by it";
    }

    /** Whether they mean the same. A record of an earlier program, or of another producer, may leave defaults unsaid. */
    private static boolean isSame(Policy one, Policy other) {
        return PolicyYaml.explicit(one).equals(PolicyYaml.explicit(other));
    }

    @Override
    public TableClient<Policy> table(TableOptions options) {
        return options.table(Topic.POLICIES, Policy.class);
    }

    @Override
    public boolean covers(String other) {
        return key.equals(other);
    }

    /**
     * This version.
     *
     * @param forRebuild whether it may change a version that holds already
     * @throws IllegalArgumentException if it may not take the place of the one in the topic
     */
    @Override
    public Wanted<Policy> over(Map<String, Policy> table, boolean forRebuild) {
        Policy current = table.get(key);
        String problem = forRebuild ? null : problem(current, Instant.now());
        if (problem != null) {
            throw new IllegalArgumentException(problem);
        }
        return new Wanted<>(Map.of(key, current != null && isSame(current, policy) ? current : policy), 0);
    }

    /** Writes this version, or says what would change: of one that holds already, too. */
    @Override
    public int apply(
            TableOptions options, boolean forRebuild, boolean dryRun, ApplicationAnswer answer, PrintWriter out)
            throws InterruptedException {
        return TableFile.super.apply(options, forRebuild || dryRun, dryRun, answer, out);
    }
}
