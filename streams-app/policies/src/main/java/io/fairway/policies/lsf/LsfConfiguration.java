package io.fairway.policies.lsf;

import io.fairway.avro.LsfPolicy;
import io.fairway.avro.Policy;
import io.fairway.core.usage.DecayLaw;
import io.fairway.schedulers.lsf.aps.ApsEvent;
import io.fairway.schedulers.lsf.aps.ApsParameters;
import io.fairway.schedulers.lsf.cluster.LsfCluster;
import io.fairway.schedulers.lsf.cluster.LsfClusterCheck;
import io.fairway.schedulers.lsf.cluster.LsfParameters;
import io.fairway.schedulers.lsf.cluster.LsfQueue;
import io.fairway.schedulers.lsf.config.LsfParameter;
import io.fairway.schedulers.lsf.config.LsfProblem;
import io.fairway.schedulers.lsf.config.LsfSettings;
import io.fairway.schedulers.lsf.fairshare.DynamicPriorityParameters;
import io.fairway.schedulers.lsf.fairshare.HistoryDecay;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The LSF section of a policy record, read.
 *
 * @param parameters of the cluster
 * @param cluster its queues and host partitions
 * @param queues the record's entry of each queue, by name
 * @param masters the queue whose APS_PRIORITY holds for a queue, by name
 * @param warnings what LSF takes and an administrator may not have meant
 */
record LsfConfiguration(
        LsfPolicy record,
        LsfParameters parameters,
        LsfCluster cluster,
        Map<String, io.fairway.avro.LsfQueue> queues,
        Map<String, LsfQueue> masters,
        List<LsfProblem> warnings) {

    /**
     * Reads the section.
     *
     * @throws IllegalArgumentException with the value and the rule, if LSF would not take the section
     */
    static LsfConfiguration read(Policy policy) {
        LsfPolicy record = policy.getLsf() == null ? LsfPolicy.newBuilder().build() : policy.getLsf();
        LsfParameters parameters = LsfParameters.read(record.getCluster());
        Map<String, io.fairway.avro.LsfQueue> byName = new LinkedHashMap<>();
        List<LsfQueue> queues = new ArrayList<>();
        Map<String, String> masters = new HashMap<>();
        for (io.fairway.avro.LsfQueue queue : record.getQueues()) {
            if (byName.put(queue.getName(), queue) != null) {
                throw new IllegalArgumentException("queue " + queue.getName() + ": is there twice");
            }
            queues.add(queue(queue));
        }
        for (io.fairway.avro.LsfQueue queue : record.getQueues()) {
            for (String member : queue.getQueueGroup()) {
                if (!byName.containsKey(member) || masters.put(member, queue.getName()) != null) {
                    throw new IllegalArgumentException("QUEUE_GROUP of queue " + queue.getName() + ": " + member
                            + " must be another queue, and of one QUEUE_GROUP only");
                }
            }
        }
        record.getApplicationChunkSizes().forEach((application, size) -> {
            if (size < 1) {
                throw new IllegalArgumentException(
                        "application " + application + ": CHUNK_JOB_SIZE " + size + " must be at least 1");
            }
        });
        Map<String, Set<String>> partitions = new HashMap<>();
        record.getHostPartitions().forEach((name, hosts) -> partitions.put(name, Set.copyOf(hosts)));
        Set<String> limited = new HashSet<>();
        for (io.fairway.avro.LsfQueue queue : record.getQueues()) {
            if (queue.getSlotPool() != null) {
                limited.addAll(queue.getHosts()); // their slots come with the hosts, or as poolSlots
            }
        }
        LsfCluster cluster = new LsfCluster(
                queues,
                partitions,
                limited,
                DynamicPriorityParameters.of(parameters.settings(), LsfSettings.NONE),
                parameters.maxUserPriority(),
                parameters.overTime() != null,
                parameters.expiredTime(),
                parameters.relaxedOrder());
        List<LsfProblem> problems = LsfClusterCheck.check(cluster);
        for (LsfProblem problem : problems) {
            if (problem.severity() == LsfProblem.Severity.ERROR) {
                throw new IllegalArgumentException(problem.message());
            }
        }
        LsfConfiguration read =
                new LsfConfiguration(record, parameters, cluster, byName, masters(queues, masters), problems);
        read.checkPools();
        return read;
    }

    private void checkPools() {
        Map<String, Set<String>> hosts = new HashMap<>();
        cluster.pools().forEach(pool -> {
            Set<String> ofPool = pool.queues().get(0).hosts();
            hosts.put(pool.name(), ofPool);
            if (ofPool.isEmpty() && !record.getPoolSlots().containsKey(pool.name())) {
                throw new IllegalArgumentException(
                        "SLOT_POOL " + pool.name() + ": its queues must name hosts, or poolSlots must say its slots");
            }
        });
        for (Map<String, Long> slots : List.of(record.getPoolSlots(), record.getPoolLimits())) {
            slots.forEach((pool, count) -> {
                if (count < 0) {
                    throw new IllegalArgumentException(
                            "SLOT_POOL " + pool + ": slots " + count + " must be at least 0");
                }
            });
        }
        for (io.fairway.avro.LsfQueue queue : record.getQueues()) {
            String pool = queue.getUsesLeftOf();
            if (pool == null) {
                continue;
            }
            Set<String> ofPool = hosts.get(pool);
            String where = "queue " + queue.getName() + ": usesLeftOf " + pool + ": ";
            if (ofPool == null || queue.getSlotPool() != null) {
                throw new IllegalArgumentException(where + "must be a SLOT_POOL, and the queue must be in no pool");
            }
            if (!servedAs(queue.getName()).equals(queue.getName())) {
                throw new IllegalArgumentException(
                        where + "must be said of queue " + servedAs(queue.getName()) + ", which serves its jobs");
            }
            if (!ofPool.isEmpty() && (queue.getHosts().isEmpty() || !ofPool.containsAll(queue.getHosts()))) {
                throw new IllegalArgumentException(
                        where + "the queue must name HOSTS, and only those of the pool; make it a queue of its own");
            }
        }
    }

    private static LsfQueue queue(io.fairway.avro.LsfQueue record) {
        String aps = record.getApsPriority();
        LsfSettings.ofQueue(record.getName(), record.getParameters());
        Long limit = record.getJobLimit();
        if (limit != null && limit < 0) {
            throw new IllegalArgumentException(
                    "queue " + record.getName() + ": QJOB_LIMIT " + limit + " must be at least 0");
        }
        Long chunk = record.getChunkJobSize();
        if (chunk != null && chunk < 1) {
            throw new IllegalArgumentException(
                    "queue " + record.getName() + ": CHUNK_JOB_SIZE " + chunk + " must be at least 1");
        }
        try {
            return new LsfQueue(
                    record.getName(),
                    record.getPriority(),
                    Set.copyOf(record.getHosts()),
                    record.getFairshare(),
                    record.getFairshareQueues(),
                    record.getDispatchOrderQueue(),
                    aps == null ? null : ApsParameters.parse(aps),
                    record.getTimeBasedSlas(),
                    new LsfQueue.Pool(
                            record.getSlotPool(),
                            record.getSlotShare(),
                            record.getMaxSlotsInPool(),
                            record.getUsePriorityInPool()));
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException("queue " + record.getName() + ": " + wrong.getMessage(), wrong);
        }
    }

    private static Map<String, LsfQueue> masters(List<LsfQueue> queues, Map<String, String> masters) {
        Map<String, LsfQueue> result = new HashMap<>();
        for (LsfQueue queue : queues) {
            String master = masters.getOrDefault(queue.name(), queue.name());
            queues.stream()
                    .filter(each -> each.name().equals(master) && each.aps() != null)
                    .forEach(each -> result.put(queue.name(), each));
        }
        return result;
    }

    /**
     * The queue that serves a queue's jobs: the parent of its cross-queue set, or the queue whose APS_PRIORITY holds
     * for it. With DISPATCH_ORDER=QUEUE, each queue serves its own.
     */
    String servedAs(String queue) {
        for (LsfQueue each : cluster.queues()) {
            if (each.fairshareQueues().contains(queue)) {
                return each.dispatchOrderQueue() ? queue : each.name();
            }
        }
        LsfQueue master = masters.get(queue);
        return master == null ? queue : master.name();
    }

    /**
     * The parameters of the dynamic priority: those of a queue over those of the cluster; {@code null} = without a
     * queue.
     */
    DynamicPriorityParameters dynamic(@Nullable String queue) {
        io.fairway.avro.LsfQueue own = queue == null ? null : queues.get(queue);
        return new DynamicPriorityParameters(
                parameters.settings(),
                own == null ? LsfSettings.NONE : LsfSettings.ofQueue(own.getName(), own.getParameters()),
                word("gpuHistory", DynamicPriorityParameters.GpuHistory.class, record.getGpuHistory()));
    }

    /**
     * How use decays under parameters of {@link #dynamic}: by HIST_HOURS, in the steps of the policy.
     *
     * @throws IllegalArgumentException with the value and the rule, if HIST_HOURS has no such steps
     */
    DecayLaw decay(DynamicPriorityParameters dynamic) {
        long tenth = Math.round(dynamic.value(LsfParameter.HIST_HOURS) * 3_600_000);
        long step = record.getDecayStepSeconds();
        if (step < 0 || (tenth > 0 && step > tenth / 1000)) {
            throw new IllegalArgumentException("decayStepSeconds " + step
                    + ": must be at least 0, and at most HIST_HOURS, which is " + tenth / 1000 + " s");
        }
        if (tenth == 0) {
            return DecayLaw.none();
        }
        return step == 0
                ? DecayLaw.tenthLife(tenth)
                : DecayLaw.tenthLifeSteps(
                        tenth, step * 1000, Math.floorMod(record.getDecayPhaseSeconds(), step) * 1000);
    }

    /** The same decay at an instant, for use that is given by its age. */
    HistoryDecay decay(DynamicPriorityParameters dynamic, long at) {
        return HistoryDecay.stepped(
                dynamic.value(LsfParameter.HIST_HOURS),
                record.getDecayStepSeconds(),
                record.getDecayPhaseSeconds(),
                at);
    }

    /** The settings that the events of absolute priorities read. */
    ApsEvent.Settings events() {
        return new ApsEvent.Settings(
                parameters.mig2Pend(),
                parameters.requeueToBottom(),
                parameters.userRequeueToBottom(),
                word("userRequeue", ApsEvent.UserRequeue.class, record.getUserRequeue()),
                record.getMulticluster());
    }

    private static <E extends Enum<E>> E word(String field, Class<E> type, String text) {
        for (E value : type.getEnumConstants()) {
            if (value.name().equals(text.toUpperCase(Locale.ROOT))) {
                return value;
            }
        }
        throw new IllegalArgumentException(
                field + " \"" + text + "\": must be one of " + List.of(type.getEnumConstants()));
    }
}
