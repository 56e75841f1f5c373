package io.fairway.scenario.lsf;

import io.fairway.policies.yaml.YamlMap;
import io.fairway.policies.yaml.YamlValue;
import io.fairway.schedulers.lsf.aps.ApsParameters;
import io.fairway.schedulers.lsf.cluster.LsfCluster;
import io.fairway.schedulers.lsf.cluster.LsfClusterCheck;
import io.fairway.schedulers.lsf.cluster.LsfQueue;
import io.fairway.schedulers.lsf.config.LsfProblem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The queues of a scenario, in the order of lsb.queues and with its keywords, and the hosts:
 *
 * <pre>{@code
 * queues:
 *   normal: {PRIORITY: 30, FAIRSHARE: "USER_SHARES[[default, 1]]", APS_PRIORITY: "WEIGHT[[FS, 100]]", QUEUE_GROUP: [short]}
 *   short: {PRIORITY: 20, SLOT_POOL: poolA, SLOT_SHARE: 50, QJOB_LIMIT: 40, HOSTS: [h1], in-use: 5, pending: inf}
 * hosts: {h1: {MXJ: 16, limit: 12, used-outside: 2}}      # limit of lsb.resources; used by queues outside the pool
 * host-partitions: {Partition1: [h2]}
 * applications: {short: {CHUNK_JOB_SIZE: 4}}              # over that of the queue
 * }</pre>
 *
 * <p>FAIRSHARE has the assignments, or {@code yes} for the share accounts of the scenario. A combination that LSF forbids is an
 * error at the line of the parameter, with the reason. The section {@code warnings} reports doubtful ones.
 *
 * @param slots the slots that each queue uses and asks for, by its name
 * @param groups the queue whose APS_PRIORITY counts for a queue, by its name
 * @param chunkSizes CHUNK_JOB_SIZE of application profiles, by profile
 */
record LsfQueues(
        LsfCluster cluster,
        Map<String, LsfSlots> slots,
        Map<String, LsfQueue> groups,
        Map<String, Long> chunkSizes,
        Map<String, YamlValue> fairshare,
        List<LsfProblem> warnings) {
    static LsfQueues read(YamlMap scenario, LsfPolicy policy) {
        Map<String, YamlValue> yaml = scenario.entries("queues");
        List<LsfQueue> queues = new ArrayList<>();
        Map<String, LsfSlots> slots = new LinkedHashMap<>();
        Map<String, YamlValue> fairshare = new LinkedHashMap<>();
        Map<String, String> masters = new HashMap<>();
        yaml.forEach((name, value) -> {
            YamlMap queue = value.map();
            queues.add(queue(name, queue, fairshare));
            slots.put(name, LsfSlots.read(queue));
            for (YamlValue member : queue.list("QUEUE_GROUP")) {
                if (!yaml.containsKey(member.text()) || masters.put(member.text(), name) != null) {
                    throw member.wrong("must be another queue, in only one QUEUE_GROUP");
                }
            }
            queue.done();
        });
        Set<String> limited = new HashSet<>();
        scenario.entries("hosts").forEach((name, value) -> {
            if (value.entries().containsKey("MXJ") || value.entries().containsKey("limit")) {
                limited.add(name);
            }
        });
        Map<String, Set<String>> partitions = new LinkedHashMap<>();
        scenario.entries("host-partitions")
                .forEach((name, hosts) -> partitions.put(name, Set.copyOf(LsfScopeSection.names(hosts.list()))));
        LsfCluster cluster = new LsfCluster(
                queues,
                partitions,
                limited,
                policy.parameters(),
                policy.maxUserPriority(),
                policy.overTime(),
                policy.expiredTime(),
                policy.relaxedOrder());
        return new LsfQueues(
                cluster,
                slots,
                groups(queues, masters),
                chunkSizes(scenario),
                fairshare,
                warnings(cluster, scenario, yaml));
    }

    private static Map<String, Long> chunkSizes(YamlMap scenario) {
        Map<String, Long> sizes = new HashMap<>();
        scenario.entries("applications").forEach((name, value) -> {
            YamlMap profile = value.map();
            YamlValue size = profile.get("CHUNK_JOB_SIZE");
            if (size.whole() < 1) {
                throw size.wrong("must be at least 1");
            }
            sizes.put(name, size.whole());
            profile.done();
        });
        return sizes;
    }

    private static LsfQueue queue(String name, YamlMap yaml, Map<String, YamlValue> fairshare) {
        YamlValue shares = yaml.find("FAIRSHARE");
        boolean isFair = shares != null && !Set.of("no", "false").contains(shares.text());
        if (shares != null && isFair && !Set.of("yes", "true").contains(shares.text())) {
            fairshare.put(name, shares);
        }
        String order = yaml.text("DISPATCH_ORDER", "");
        if (!order.isEmpty() && !order.equals("QUEUE")) {
            throw yaml.get("DISPATCH_ORDER").wrong("must be QUEUE");
        }
        YamlValue aps = yaml.find("APS_PRIORITY");
        YamlValue pool = yaml.find("SLOT_POOL");
        YamlValue share = yaml.find("SLOT_SHARE");
        YamlValue most = yaml.find("MAX_SLOTS_IN_POOL");
        YamlValue byPriority = yaml.find("USE_PRIORITY_IN_POOL");
        return new LsfQueue(
                name,
                yaml.whole("PRIORITY", 1),
                Set.copyOf(LsfScopeSection.names(yaml.list("HOSTS"))),
                isFair,
                LsfScopeSection.names(yaml.list("FAIRSHARE_QUEUES")),
                order.equals("QUEUE"),
                aps == null ? null : aps.checked(() -> ApsParameters.parse(aps.text())),
                LsfScopeSection.names(yaml.list("time-based-slas")),
                new LsfQueue.Pool(
                        pool == null ? null : pool.text(),
                        share == null ? null : (Long) share.whole(),
                        most == null ? null : (Long) most.whole(),
                        byPriority == null ? null : (Boolean) LsfPolicy.flag(byPriority)));
    }

    private static Map<String, LsfQueue> groups(List<LsfQueue> queues, Map<String, String> masters) {
        Map<String, LsfQueue> groups = new HashMap<>();
        for (LsfQueue queue : queues) {
            String master = masters.getOrDefault(queue.name(), queue.name());
            queues.stream()
                    .filter(each -> each.name().equals(master) && each.aps() != null)
                    .forEach(each -> groups.put(queue.name(), each));
        }
        return groups;
    }

    private static List<LsfProblem> warnings(LsfCluster cluster, YamlMap scenario, Map<String, YamlValue> queues) {
        List<LsfProblem> warnings = new ArrayList<>();
        for (LsfProblem problem : LsfClusterCheck.check(cluster)) {
            if (problem.severity() == LsfProblem.Severity.ERROR) {
                YamlValue place = place(problem.message(), queues);
                throw place == null ? scenario.wrong(problem.message()) : place.wrong(problem.message());
            }
            warnings.add(problem);
        }
        return warnings;
    }

    /** The first parameter that a message names, of the first queue that it names. */
    private static @Nullable YamlValue place(String message, Map<String, YamlValue> queues) {
        for (Map.Entry<String, YamlValue> queue : queues.entrySet()) {
            if (message.startsWith("queue " + queue.getKey() + ":")) {
                for (Map.Entry<String, YamlValue> key :
                        queue.getValue().entries().entrySet()) {
                    if (Pattern.compile("(?<![A-Z_])" + Pattern.quote(key.getKey()) + "(?![A-Z_])")
                            .matcher(message)
                            .find()) {
                        return key.getValue();
                    }
                }
                return queue.getValue();
            }
        }
        return null;
    }

    /** FAIRSHARE of the queue whose share accounts a policy evaluates; {@code null} if no queue has assignments. */
    @Nullable
    YamlValue fairshareOf(@Nullable YamlValue queue) {
        if (queue != null && fairshare.containsKey(queue.text())) {
            return fairshare.get(queue.text());
        }
        if (fairshare.size() > 1) {
            throw fairshare.values().stream()
                    .skip(1)
                    .findFirst()
                    .orElseThrow()
                    .wrong("is the second FAIRSHARE; the policy must have scope: {queue: NAME}");
        }
        return fairshare.values().stream().findFirst().orElse(null);
    }

    /** A queue by its name; the only one of a scenario without queues. */
    @Nullable
    LsfQueue find(String name) {
        return cluster.queues().stream()
                .filter(queue -> queue.name().equals(name))
                .findFirst()
                .orElse(null);
    }
}
