package io.fairway.system.parity;

import io.fairway.engine.StreamRig;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * A site of LSF with absolute priorities: a queue and its QUEUE_GROUP with weights, limits and grace periods of all factors,
 * values of administrators, jobs that were requeued, rerun, migrated or stopped, resize requests, and chunks.
 */
final class LsfApsSite extends RandomSite {
    private static final List<String> FACTORS = List.of("PROC", "MEM", "SWAP", "JPRIORITY", "QPRIORITY");
    /** What ends a run. Its keys order the choices of a seed. */
    private static final Map<String, String> ENDS = new TreeMap<>(Map.of(
            "user-requeue", "REQUEUED requested: true",
            "automatic-requeue", "REQUEUED requested: false",
            "rerun", "RERUN",
            "migrate", "MIGRATED",
            "suspend", "SUSPENDED requested: true"));

    /** An event of a job, {@code more} between the braces of its record. */
    private record Event(String job, String type, double at, String more) {}

    private final Map<String, String> cluster = new TreeMap<>();
    private final Map<String, Integer> chunks = new LinkedHashMap<>();
    private final boolean fairshare;
    private final String aps;
    private final List<Event> events = new ArrayList<>();

    LsfApsSite(long seed) {
        super(seed);
        cluster.put("MAX_USER_PRIORITY", "100");
        if (coin()) {
            cluster.put("JOB_PRIORITY_OVER_TIME", oneOf(List.of("3/20", "1/60", "10/1440")));
        }
        for (String parameter : List.of("LSB_MIG2PEND", "LSB_REQUEUE_TO_BOTTOM", "LSB_USER_REQUEUE_TO_BOTTOM")) {
            if (coin()) {
                cluster.put(parameter, coin() ? "1" : "0");
            }
        }
        if (coin()) {
            cluster.put("RUN_JOB_FACTOR", oneOf(List.of("0", "1", "10")));
        }
        fairshare = random.nextInt(3) > 0;
        aps = apsPriority();
        for (String queue : List.of("day", "night")) {
            chunks.put(queue, random.nextInt(4));
        }
        for (var who : associations()) {
            for (int i = random.nextInt(4); i > 0; i--) {
                wait("w" + waiting.size(), who.getValue(), who.getKey());
            }
        }
    }

    private String apsPriority() {
        List<String> weights = new ArrayList<>();
        List<String> limits = new ArrayList<>();
        List<String> grace = new ArrayList<>();
        Set<String> counted = new HashSet<>();
        if (fairshare) {
            weights.add("[FS," + weight() + "]");
            counted.add("FS");
        }
        for (String factor : FACTORS) {
            if (random.nextInt(3) > 0 || weights.isEmpty()) {
                weights.add("[" + factor + "," + weight() + "]");
                counted.add(factor);
            }
        }
        boolean resources = !Collections.disjoint(counted, Set.of("PROC", "MEM", "SWAP"));
        boolean work = !Collections.disjoint(counted, Set.of("JPRIORITY", "QPRIORITY"));
        for (String group : List.of("RSRC", "WORK")) {
            if (group.equals("RSRC") ? resources : work) {
                counted.add(group);
                if (coin()) {
                    weights.add("[" + group + "," + weight() + "]");
                }
            }
        }
        for (String factor : counted.stream().sorted().toList()) {
            if (random.nextInt(4) == 0) {
                limits.add("[" + factor + "," + (1 + random.nextInt(500)) + "]");
            }
            if (random.nextInt(4) == 0) {
                grace.add("[" + factor + "," + oneOf(List.of("30m", "10h", "50h", "100")) + "]");
            }
        }
        return "WEIGHT[" + String.join(" ", weights) + "]"
                + (limits.isEmpty() ? "" : " LIMIT[" + String.join(" ", limits) + "]")
                + (grace.isEmpty() ? "" : " GRACE_PERIOD[" + String.join(" ", grace) + "]");
    }

    private String weight() {
        return (coin() ? "" : random.nextInt(3) == 0 ? "-" : "") + (1 + random.nextInt(40)) / 4.0;
    }

    private void wait(String id, String account, String user) {
        double submitted = NOW - seconds(60);
        String queue = oneOf(List.of("day", "night"));
        int processors = oneOf(List.of(1, 2, 8));
        int memory = oneOf(List.of(0, 100, 4000));
        int swap = oneOf(List.of(0, 50));
        StringBuilder attributes = new StringBuilder("queue: " + queue + ", requestedTres: {cpu: " + processors
                + (memory == 0 ? "" : ", mem: " + memory) + (swap == 0 ? "" : ", swap: " + swap) + "}");
        if (coin()) {
            int priority = oneOf(List.of(10, 50, 90));
            attributes.append(", userPriority: ").append(priority);
        }
        String application = oneOf(List.of("", "", "app"));
        if (!application.isEmpty()) {
            attributes.append(", application: ").append(application);
        }
        int value = random.nextInt(6);
        if (value < 2) {
            int number = random.nextInt(201) - 100;
            if (number != 0) {
                attributes
                        .append(value == 0 ? ", adminValue: " : ", systemValue: ")
                        .append(number);
            }
        }
        if (random.nextInt(3) == 0) {
            double at = submitted + random.nextInt((int) (NOW - submitted));
            begin(id, account, user, processors, at);
            if (random.nextInt(5) == 0) {
                resize(id, at, attributes);
            } else {
                end(id, at);
            }
        }
        waiting.add(new Waiting(id, account, user, submitted, attributes.toString()));
    }

    private void begin(String id, String account, String user, int processors, double at) {
        events.add(new Event(
                id,
                "STARTED",
                at,
                "account: " + account + ", user: " + user + ", allocatedTres: {cpu: " + processors + "}"));
    }

    /** A run that ends when it began, so that it counts nowhere, or that is stopped then, and holds its slots. */
    private void end(String id, double at) {
        String is = oneOf(List.copyOf(ENDS.keySet()));
        String[] event = Objects.requireNonNull(ENDS.get(is)).split(" ", 2);
        events.add(new Event(
                id, event[0], at, "run: \"" + StreamRig.at(at) + "\"" + (event.length == 1 ? "" : ", " + event[1])));
    }

    private void resize(String id, double at, StringBuilder attributes) {
        double asked = at + random.nextInt((int) (NOW - at) + 1);
        int most = 1 + random.nextInt(32);
        attributes.append(", resizable: true");
        events.add(new Event(
                id, "RESIZE_REQUESTED", asked, "run: \"" + StreamRig.at(at) + "\", attributes: {tasks: " + most + "}"));
    }

    private String chunk(String queue, String key) {
        int size = chunks.getOrDefault(queue, 0);
        return size == 0 ? "" : key + size;
    }

    private String parameters() {
        List<String> all = new ArrayList<>();
        cluster.forEach((name, value) -> all.add(name + ": \"" + value + "\""));
        return "{" + String.join(", ", all) + "}";
    }

    @Override
    void send(StreamRig rig) {
        rig.policy("algorithm: LSF_DYNAMIC\nlsf:\n  cluster: " + parameters() + "\n  queues:\n"
                + "  - {name: day, priority: 30, apsPriority: \"" + aps + "\", queueGroup: [night], fairshare: "
                + fairshare
                + chunk("day", ", chunkJobSize: ") + "}\n  - {name: night, priority: 20"
                + chunk("night", ", chunkJobSize: ") + "}\n");
        sendTree(rig, fairshare ? "day" : "alps");
        sendRuns(rig, run -> "cpu: " + run.cpus(), run -> "queue: " + (run.cpus() % 2 == 0 ? "day" : "night"), true);
        sendWaiting(rig);
        for (Event event : events) {
            rig.job(event.job(), event.type(), event.at(), event.more());
        }
        rig.tick(NOW);
    }
}
