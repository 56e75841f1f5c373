package io.fairway.system.parity;

import io.fairway.engine.StreamRig;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * A site that a seed gives: accounts on two levels with users, jobs that ran or run, and jobs that wait. Families add their
 * policies. Times are seconds on the rig's clock; the instant of the question is {@link #NOW}.
 */
abstract class RandomSite {
    static final double HOUR = 3600;
    static final double NOW = 200 * HOUR;

    /**
     * A job that ran.
     *
     * @param end negative while it runs
     */
    record Run(String id, String account, String user, long cpus, double start, double end, double cpuSeconds) {
        boolean runs() {
            return end < 0;
        }
    }

    /** A waiting job. */
    record Waiting(String id, String account, String user, double submitted, String attributes) {}

    final SplittableRandom random;
    final Map<String, String> parents = new LinkedHashMap<>();
    final Map<String, Long> accountShares = new HashMap<>();
    final Map<String, Map<String, Long>> users = new LinkedHashMap<>();
    final List<Run> runs = new ArrayList<>();
    final List<Waiting> waiting = new ArrayList<>();

    RandomSite(long seed) {
        random = new SplittableRandom(seed);
        int groups = 1 + random.nextInt(3);
        int number = 0;
        for (int g = 0; g < groups; g++) {
            String group = "g" + g;
            account(group, "");
            for (int a = random.nextInt(3); a > 0; a--) {
                account(group + "a" + a, group);
            }
        }
        for (String account : List.copyOf(parents.keySet())) {
            Map<String, Long> members = new TreeMap<>();
            for (int u = parents.containsValue(account) ? random.nextInt(2) : 1 + random.nextInt(3); u > 0; u--) {
                members.put("u" + number++, shares());
            }
            users.put(account, members);
        }
        int run = 0;
        for (Map.Entry<String, String> who : associations()) {
            for (int i = random.nextInt(4); i > 0; i--) {
                double start = NOW - seconds(100);
                boolean goesOn = random.nextInt(3) == 0;
                double end = goesOn ? -1 : Math.min(NOW, start + seconds(10));
                long cpus = 1L + random.nextInt(16);
                double length = (goesOn ? NOW : end) - start;
                double used = Math.floor(length * cpus * random.nextInt(101) / 100);
                runs.add(new Run("r" + run++, who.getValue(), who.getKey(), cpus, start, end, used));
            }
        }
    }

    private void account(String name, String parent) {
        parents.put(name, parent);
        accountShares.put(name, shares());
    }

    private long shares() {
        return 1L + random.nextInt(100);
    }

    /** Whole seconds, up to so many hours. */
    double seconds(int hours) {
        return 1 + random.nextInt(hours * 3600);
    }

    boolean coin() {
        return random.nextBoolean();
    }

    <T> T oneOf(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    static String number(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : String.format(Locale.ROOT, "%.17g", value);
    }

    /** User and account of every association. */
    final List<Map.Entry<String, String>> associations() {
        List<Map.Entry<String, String>> all = new ArrayList<>();
        users.forEach((account, members) -> members.keySet().forEach(user -> all.add(Map.entry(user, account))));
        return all;
    }

    final void sendTree(StreamRig rig, String tree) {
        parents.forEach(
                (account, parent) -> rig.account(tree, account, parent, accountShares.getOrDefault(account, 1L)));
        users.forEach((account, members) -> members.forEach((user, shares) -> rig.user(tree, account, user, shares)));
    }

    /** The runs as events; with the CPU time that they used at their end, if it counts. */
    final void sendRuns(StreamRig rig, Function<Run, String> tres, Function<Run, String> attributes, boolean cpuTime) {
        for (Run run : runs) {
            rig.start(run.id(), run.start(), run.account(), run.user(), tres.apply(run), attributes.apply(run));
            if (!run.runs()) {
                rig.finish(run.id(), run.end(), run.start(), cpuTime ? "cpuSeconds: " + number(run.cpuSeconds()) : "");
            }
        }
    }

    final void sendWaiting(StreamRig rig) {
        for (Waiting job : waiting) {
            rig.submit(job.id(), job.submitted(), job.account(), job.user(), job.attributes());
        }
    }

    /** Sends it to the stream, and sets the clock to {@link #NOW}. */
    abstract void send(StreamRig rig);
}
