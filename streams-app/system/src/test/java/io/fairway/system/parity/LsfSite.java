package io.fairway.system.parity;

import io.fairway.engine.StreamRig;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A site of LSF: a share tree and the dynamic priority with its factors and kinds of decay. */
final class LsfSite extends RandomSite {
    private final Map<String, String> cluster = new TreeMap<>();

    LsfSite(long seed) {
        super(seed);
        for (String factor : List.of("CPU_TIME_FACTOR", "RUN_TIME_FACTOR", "RUN_JOB_FACTOR")) {
            if (random.nextInt(3) > 0) {
                cluster.put(factor, oneOf(List.of("0", "0.3", "0.7", "1", "2.5", "10")));
            }
        }
        if (random.nextInt(3) > 0) {
            cluster.put("HIST_HOURS", oneOf(List.of("1", "5", "24", "100")));
        }
        for (String decay : List.of("ENABLE_HIST_RUN_TIME", "RUN_TIME_DECAY")) {
            if (coin()) {
                cluster.put(decay, coin() ? "Y" : "N");
            }
        }
    }

    private String parameters(String quote) {
        StringBuilder text = new StringBuilder();
        cluster.forEach((name, value) -> text.append(text.isEmpty() ? "" : ", ")
                .append(name)
                .append(": ")
                .append(quote)
                .append(value)
                .append(quote));
        return "{" + text + "}";
    }

    @Override
    String scenario() {
        return "at: " + StreamRig.at(NOW) + "\npolicy:\n  family: lsf\n  cluster: " + parameters("") + "\n" + tree()
                + history(
                        run -> "slots: " + run.cpus() + (run.runs() ? "" : ", cpu-hours: " + run.cpuSeconds() / HOUR));
    }

    @Override
    void send(StreamRig rig) {
        rig.policy("algorithm: LSF_DYNAMIC\nlsf: {cluster: " + parameters("\"") + "}\n");
        sendTree(rig, "alps");
        sendRuns(rig, run -> "cpu: " + run.cpus(), run -> "", true);
        rig.tick(NOW);
    }

    @Override
    void compare(Comparison both) {
        for (var who : associations()) {
            both.same(
                    "fairshare",
                    path(who.getValue(), who.getKey()),
                    "priority",
                    both.rig.factor("alps", who.getValue(), who.getKey()));
        }
    }
}
