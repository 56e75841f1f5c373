package io.fairway.system.parity;

import io.fairway.engine.StreamRig;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A site of LSF with queue-based fairshare: pools of queues on hosts with limits, queues outside on the same hosts, some of
 * which use what a pool leaves, accumulated slots, and jobs that wait.
 */
final class LsfPoolSite extends RandomSite {
    /** Hosts of a pool, {@code limit} of lsb.resources over all of them, or null. */
    private record Pool(
            String name,
            Map<String, String[]> hosts,
            @Nullable Long limit,
            boolean byPriority,
            @Nullable Long most) {}

    /**
     * A queue.
     *
     * @param pool whose hosts it has
     * @param share of the pool; 0 for a queue outside
     * @param takes whether it is outside and uses what the pool leaves
     */
    private record Queue(
            String name,
            Pool pool,
            int priority,
            int share,
            @Nullable Long limit,
            boolean takes) {
        boolean isInPool() {
            return share > 0;
        }
    }

    private final List<Pool> pools = new ArrayList<>();
    private final List<Queue> queues = new ArrayList<>();
    private final Map<String, String> ran = new HashMap<>();
    private final int histHours;

    LsfPoolSite(long seed) {
        super(seed);
        // A line forgets use of more than 64 half-lives ago; with 12 hours that is more than any run here.
        histHours = oneOf(List.of(12, 24, 100));
        for (int p = 1 + random.nextInt(3); p > 0; p--) {
            pool("pool" + p);
        }
        for (Queue queue : queues) {
            for (int i = random.nextInt(4); i > 0; i--) {
                wait(queue);
            }
        }
        runs.replaceAll(this::place);
    }

    private void pool(String name) {
        Map<String, String[]> hosts = new LinkedHashMap<>();
        for (int h = 1 + random.nextInt(3); h > 0; h--) {
            int mxj = 4 + random.nextInt(29);
            hosts.put(name + "h" + h, new String[] {"" + mxj, random.nextInt(3) == 0 ? "" + random.nextInt(mxj) : ""});
        }
        Pool pool = new Pool(
                name,
                hosts,
                random.nextInt(4) == 0 ? (Long) (10L + random.nextInt(30)) : null,
                random.nextInt(3) == 0,
                random.nextInt(4) == 0 ? (Long) (5L + random.nextInt(40)) : null);
        pools.add(pool);
        for (int q = 1 + random.nextInt(4); q > 0; q--) {
            queues.add(new Queue(name + "q" + q, pool, 1 + random.nextInt(60), 1 + random.nextInt(50), limit(), false));
        }
        for (int q = random.nextInt(3); q > 0; q--) {
            queues.add(new Queue(name + "out" + q, pool, 1 + random.nextInt(60), 0, limit(), coin()));
        }
    }

    private @Nullable Long limit() {
        return random.nextInt(3) == 0 ? (Long) (long) random.nextInt(20) : null;
    }

    private void wait(Queue queue) {
        var who = oneOf(associations());
        int slots = 1 + random.nextInt(12);
        int priority = 1 + random.nextInt(100);
        waiting.add(new Waiting(
                "w" + waiting.size(),
                who.getValue(),
                who.getKey(),
                NOW - seconds(60),
                "queue: " + queue.name() + ", requestedTres: {cpu: " + slots + "}, userPriority: " + priority));
    }

    /** A run on a host of its queue, with a few slots. */
    private Run place(Run run) {
        Queue queue = oneOf(queues);
        String host = oneOf(List.copyOf(queue.pool().hosts().keySet()));
        ran.put(run.id(), "queue: " + queue.name() + ", executionHosts: [" + host + "]");
        return new Run(
                run.id(), run.account(), run.user(), 1 + run.cpus() % 5, run.start(), run.end(), run.cpuSeconds());
    }

    @Override
    void send(StreamRig rig) {
        StringBuilder text = new StringBuilder("algorithm: LSF_DYNAMIC\nlsf:\n  cluster: {MAX_USER_PRIORITY: \"100\", "
                + "HIST_HOURS: \"" + histHours + "\"}\n  queues:\n");
        for (Queue queue : queues) {
            text.append("  - {name: " + queue.name() + ", priority: " + queue.priority() + ", hosts: "
                    + queue.pool().hosts().keySet());
            if (queue.isInPool()) {
                text.append(", slotPool: " + queue.pool().name() + ", slotShare: " + queue.share()
                        + ", usePriorityInPool: " + queue.pool().byPriority()
                        + (queue.pool().most() == null
                                ? ""
                                : ", maxSlotsInPool: " + queue.pool().most()));
            }
            text.append((queue.takes() ? ", usesLeftOf: " + queue.pool().name() : "")
                    + (queue.limit() == null ? "" : ", jobLimit: " + queue.limit()) + "}\n");
        }
        Map<String, Long> limits = new TreeMap<>();
        for (Pool pool : pools) {
            Long limit = pool.limit();
            if (limit != null) {
                limits.put(pool.name(), limit);
            }
        }
        rig.policy(text + "  poolLimits: " + limits.toString().replace("=", ": ") + "\n");
        sendTree(rig, "alps");
        for (Pool pool : pools) {
            pool.hosts()
                    .forEach((host, slots) -> rig.host(
                            host, "slots: " + slots[0] + (slots[1].isEmpty() ? "" : ", slotLimit: " + slots[1])));
        }
        sendRuns(rig, run -> "cpu: " + run.cpus(), run -> Objects.requireNonNull(ran.get(run.id())), true);
        sendWaiting(rig);
        rig.tick(NOW);
    }
}
