package io.fairway.system.parity;

import io.fairway.avro.PriorityRecord;
import io.fairway.engine.StreamRig;
import io.fairway.scenario.report.Report;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
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
    /** What ends a run: as a scenario and as the stream have it. */
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
    /** Jobs with a resize request, which run, and jobs that bstop stopped. */
    private final Set<String> resizing = new HashSet<>();

    private final Set<String> stopped = new HashSet<>();
    /** Jobs that go before pending ones. */
    private final Set<String> first = new HashSet<>();

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
        StringBuilder said = new StringBuilder(
                "queue: " + queue + ", processors: " + processors + ", memory: " + memory + ", swap: " + swap);
        StringBuilder attributes = new StringBuilder("queue: " + queue + ", requestedTres: {cpu: " + processors
                + (memory == 0 ? "" : ", mem: " + memory) + (swap == 0 ? "" : ", swap: " + swap) + "}");
        if (coin()) {
            int priority = oneOf(List.of(10, 50, 90));
            said.append(", priority: ").append(priority);
            attributes.append(", userPriority: ").append(priority);
        }
        String application = oneOf(List.of("", "", "app"));
        if (!application.isEmpty()) {
            said.append(", application: ").append(application);
            attributes.append(", application: ").append(application);
        }
        int value = random.nextInt(6);
        if (value < 2) {
            int number = random.nextInt(201) - 100;
            if (number != 0) {
                said.append(value == 0 ? ", admin: " : ", system: ").append(number);
                attributes
                        .append(value == 0 ? ", adminValue: " : ", systemValue: ")
                        .append(number);
            }
        }
        if (random.nextInt(3) == 0) {
            double at = submitted + random.nextInt((int) (NOW - submitted));
            begin(id, account, user, processors, at);
            if (random.nextInt(5) == 0) {
                resize(id, at, said, attributes);
            } else {
                end(id, at, said);
            }
        }
        waiting.add(new Waiting(id, account, user, submitted, said.toString(), attributes.toString()));
    }

    private void begin(String id, String account, String user, int processors, double at) {
        events.add(new Event(
                id,
                "STARTED",
                at,
                "account: " + account + ", user: " + user + ", allocatedTres: {cpu: " + processors + "}"));
    }

    /** A run that ends when it began, so that it counts nowhere, or that is stopped then, and holds its slots. */
    private void end(String id, double at, StringBuilder said) {
        String is = oneOf(List.copyOf(ENDS.keySet()));
        said.append(", events: [{is: start, at: " + StreamRig.at(at) + "}, {is: " + is + ", at: " + StreamRig.at(at)
                + "}]");
        String[] event = Objects.requireNonNull(ENDS.get(is)).split(" ", 2);
        events.add(new Event(
                id, event[0], at, "run: \"" + StreamRig.at(at) + "\"" + (event.length == 1 ? "" : ", " + event[1])));
        if (is.equals("suspend")) {
            stopped.add(id);
        }
        if (is.equals("suspend") || (is.equals("migrate") && !"1".equals(cluster.get("LSB_MIG2PEND")))) {
            first.add(id);
        }
    }

    private void resize(String id, double at, StringBuilder said, StringBuilder attributes) {
        double asked = at + random.nextInt((int) (NOW - at) + 1);
        int most = 1 + random.nextInt(32);
        said.append(", resizable: yes, resize-max: " + most + ", resize-at: " + StreamRig.at(asked)
                + ", events: [{is: start, at: " + StreamRig.at(at) + "}]");
        attributes.append(", resizable: true");
        events.add(new Event(
                id, "RESIZE_REQUESTED", asked, "run: \"" + StreamRig.at(at) + "\", attributes: {tasks: " + most + "}"));
        resizing.add(id);
    }

    @Override
    String scenario() {
        StringBuilder held = new StringBuilder();
        for (Event event : events) {
            if (event.type().equals("STARTED") && (resizing.contains(event.job()) || stopped.contains(event.job()))) {
                String at = StreamRig.at(event.at());
                held.append("  - {" + event.more().replaceAll("allocatedTres: \\{cpu: (\\d+)}", "slots: $1")
                        + ", start: " + at + (stopped.contains(event.job()) ? ", suspended: [{from: " + at + "}]" : "")
                        + "}\n");
            }
        }
        String history = fairshare
                ? tree() + (runs.isEmpty() && !held.isEmpty() ? "history:\n" : history(this::use)) + held
                : "";
        return "at: " + StreamRig.at(NOW) + "\npolicy:\n  family: lsf\n  cluster: " + parameters("") + "\n"
                + "queues:\n  day: {PRIORITY: 30, APS_PRIORITY: \"" + aps + "\", QUEUE_GROUP: [night]"
                + (fairshare ? ", FAIRSHARE: yes" : "") + chunk("day", ", CHUNK_JOB_SIZE: ")
                + "}\n  night: {PRIORITY: 20"
                + chunk("night", ", CHUNK_JOB_SIZE: ") + "}\n" + history + jobs(fairshare);
    }

    private String use(Run run) {
        return "slots: " + run.cpus() + (run.runs() ? "" : ", cpu-hours: " + run.cpuSeconds() / HOUR);
    }

    private String chunk(String queue, String key) {
        int size = chunks.getOrDefault(queue, 0);
        return size == 0 ? "" : key + size;
    }

    private String parameters(String quote) {
        List<String> all = new ArrayList<>();
        cluster.forEach((name, value) -> all.add(name + ": " + quote + value + quote));
        return "{" + String.join(", ", all) + "}";
    }

    @Override
    void send(StreamRig rig) {
        rig.policy("algorithm: LSF_DYNAMIC\nlsf:\n  cluster: " + parameters("\"") + "\n  queues:\n"
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

    @Override
    void compare(Comparison both) {
        List<String> order = new ArrayList<>();
        for (String row : both.rows("priorities").keySet()) {
            String job = row.replace(" resize", "");
            if (resizing.contains(row)) {
                continue;
            }
            order.add(job);
            String request = resizing.contains(job) ? "resize" : stopped.contains(job) ? "running" : "";
            double published = both.rig.published(job, request).at(StreamRig.millis(NOW));
            double value = both.number("priorities", row, "APS");
            double place = (kind(both, row).equals("system") ? 1e12 : 0) + (first.contains(job) ? 4e12 : 0);
            // A number of 5e12 has three decimals.
            both.number(row + " APS", value, published - place, place == 0 ? 1e-9 : 1e-3);
        }
        both.equal("order", order, both.rig.order(NOW));
        Map<String, String> evaluated = new LinkedHashMap<>();
        both.rows("chunks").forEach((name, row) -> evaluated.put(name, text(row, "jobs")));
        both.equal("chunks", evaluated, published(order, both.rig));
    }

    private static String kind(Comparison both, String row) {
        return text(Objects.requireNonNull(both.rows("priorities").get(row)), "kind");
    }

    private static String text(Report.Row row, String column) {
        return String.valueOf(row.values().get(column));
    }

    /** The chunks that a dispatcher makes of the records: the first job, and the next ones that have a key of it. */
    private Map<String, String> published(List<String> order, StreamRig rig) {
        Map<String, PriorityRecord> left = new LinkedHashMap<>();
        for (String job : order) {
            if (!resizing.contains(job) && !stopped.contains(job)) {
                PriorityRecord record = rig.published(job, "").record();
                if (record.getChunkSize() > 1) {
                    left.put(job, record);
                }
            }
        }
        Map<String, String> made = new LinkedHashMap<>();
        while (!left.isEmpty()) {
            PriorityRecord head = left.values().iterator().next();
            List<String> members = new ArrayList<>();
            Map<String, PriorityRecord> others = new HashMap<>(left);
            for (String job : List.copyOf(left.keySet())) {
                PriorityRecord record = Objects.requireNonNull(others.get(job));
                if (members.size() < head.getChunkSize()
                        && !Collections.disjoint(head.getChunkKeys(), record.getChunkKeys())) {
                    members.add(job);
                    left.remove(job);
                }
            }
            made.put(head.getJob(), String.join(" ", members));
        }
        return made;
    }
}
