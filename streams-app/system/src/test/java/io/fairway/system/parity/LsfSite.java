package io.fairway.system.parity;

import io.fairway.engine.StreamRig;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A site of LSF: a share tree and the dynamic priority with its factors, kinds of decay and the memory adjustment. */
final class LsfSite extends RandomSite {
    private final Map<String, String> cluster = new TreeMap<>();
    private final boolean memory;

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
        memory = coin();
        if (memory) {
            cluster.put("FAIRSHARE_ADJUSTMENT_FACTOR", oneOf(List.of("0.5", "1", "4")));
        }
        for (String decay : List.of("ENABLE_HIST_RUN_TIME", "RUN_TIME_DECAY")) {
            if (coin()) {
                cluster.put(decay, coin() ? "Y" : "N");
            }
        }
    }

    private String parameters() {
        StringBuilder text = new StringBuilder();
        cluster.forEach((name, value) -> text.append(text.isEmpty() ? "" : ", ")
                .append(name)
                .append(": ")
                .append('"')
                .append(value)
                .append('"'));
        return "{" + text + "}";
    }

    private static long megabytes(Run run) {
        return 1000 + Math.round(run.start()) % 30_000;
    }

    @Override
    void send(StreamRig rig) {
        rig.policy("algorithm: LSF_DYNAMIC\nlsf: {cluster: " + parameters()
                + (memory ? ", adjustment: memory, slotMemory: 4000, adjustmentSettings: {THRESHOLD: \"0.5\"}" : "")
                + "}\n");
        sendTree(rig, "alps");
        sendRuns(rig, run -> "cpu: " + run.cpus() + ", mem: " + megabytes(run), run -> "", true);
        rig.tick(NOW);
    }
}
