package io.fairway.system.parity;

import io.fairway.engine.StreamRig;
import java.util.ArrayList;
import java.util.List;

/**
 * A site of Slurm: any of the algorithms, both dialects, all factors, exact decay or passes, and jobs in partitions and QOS
 * that charge in their own ways.
 */
final class SlurmSite extends RandomSite {
    private static final List<String> ALGORITHMS =
            List.of("FIFO", "LINEAR_2_0", "CLASSIC", "DEPTH_OBLIVIOUS", "FAIR_TREE_DOCUMENTED", "FAIR_TREE_SLURM");

    private final List<String[]> facts = new ArrayList<>();
    private final String policy;

    SlurmSite(long seed) {
        super(seed);
        String algorithm = oneOf(ALGORITHMS);
        String dialect = algorithm.equals("LINEAR_2_0") || random.nextInt(4) == 0 ? "2.0" : "22.05";
        long halfLife = oneOf(List.of(0L, 6L, 24L, 168L));
        int dampening = 1 + random.nextInt(3);
        boolean memory = coin();
        boolean passes = halfLife > 0 && coin();
        String fastWeights = "CPU=" + (1 + random.nextInt(4));
        double usageFactor = random.nextInt(5) / 2.0;
        long maxAge = 1L + random.nextInt(20);
        boolean favorSmall = coin();
        long[] weights = new long[6];
        for (int i = 0; i < weights.length; i++) {
            weights[i] = random.nextInt(5) == 0 ? 0 : random.nextInt(100_000);
        }
        if (dialect.equals("2.0")) {
            weights[1] = 0;
        }
        // Slurm 2.0 has factors of at most 1.
        double main = dialect.equals("2.0") ? .25 : 10;
        double fast = dialect.equals("2.0") ? .75 : 30;
        policy = "algorithm: " + algorithm + "\ndampening: " + dampening + "\neffectiveFrom: \""
                + StreamRig.at(0) + "\"\nprocessors: 256\nnodes: 64\n"
                + (halfLife == 0 ? "usageReset: \"10-0\"\n" : "")
                + "measure:\n  name: m\n  decay: "
                + (halfLife == 0
                        ? "{kind: NONE}"
                        : "{kind: " + (passes ? "SLURM_TICK" : "HALF_LIFE") + ", millis: " + halfLife * 3_600_000
                                + ", periodMillis: 300000, phaseMillis: " + StreamRig.millis(17) + "}")
                + "\n  billing: {fast: {weights: \"" + fastWeights + "\"}"
                + (memory ? ", \"\": {weights: \"CPU=1.0,Mem=0.25\"}" : "") + "}"
                + "\npartitions: {main: {priorityFactor: " + main + "}, fast: {priorityFactor: " + fast + "}}\n"
                + "qos: {normal: {priority: " + main / 2 + "}, high: {priority: " + fast / 2
                + ", usageFactor: " + usageFactor + "}}\n"
                + "slurm: {dialect: \"" + dialect + "\", weightAge: " + weights[0] + ", weightAssociation: "
                + weights[1] + ", weightFairshare: " + weights[2] + ", weightJobSize: " + weights[3]
                + ", weightPartition: " + weights[4] + ", weightQos: " + weights[5] + ", maxAgeSeconds: "
                + maxAge * 86_400 + ", favorSmall: " + favorSmall + "}\n";
        for (var who : associations()) {
            for (int i = random.nextInt(3); i > 0; i--) {
                wait("w" + waiting.size(), who.getValue(), who.getKey());
            }
        }
    }

    private void wait(String id, String account, String user) {
        double submitted = NOW - seconds(60);
        int nodes = 1 + random.nextInt(64);
        int cpus = nodes * (1 + random.nextInt(4));
        String partition = oneOf(List.of("main", "fast"));
        String qos = oneOf(List.of("", "normal", "high"));
        int nice = random.nextInt(3) == 0 ? random.nextInt(2001) - 1000 : 0;
        int site = random.nextInt(3) == 0 ? random.nextInt(1000) : 0;
        StringBuilder attributes = new StringBuilder("nodes: " + nodes + ", requestedTres: {cpu: " + cpus
                + "}, partition: " + partition + ", nice: " + nice + ", siteFactor: " + site);
        if (!qos.isEmpty()) {
            attributes.append(", qos: ").append(qos);
        }
        if (random.nextInt(3) == 0) {
            double blocked = Math.min(NOW, submitted + seconds(5));
            double free = Math.min(NOW, blocked + seconds(5));
            facts.add(new String[] {id, "INELIGIBLE", number(blocked), "ineligibility: DEPENDENCY"});
            facts.add(new String[] {id, "ELIGIBLE", number(free), ""});
        }
        waiting.add(new Waiting(id, account, user, submitted, attributes.toString()));
    }

    private static String place(Run run) {
        long number = Long.parseLong(run.id().substring(1));
        return "partition: " + (number % 2 == 0 ? "main" : "fast") + ", qos: "
                + List.of("normal", "high", "unknown").get((int) (number % 3));
    }

    private static String tres(Run run) {
        return "cpu: " + run.cpus() + ", mem: " + run.cpus() * 500;
    }

    @Override
    void send(StreamRig rig) {
        rig.policy(policy);
        sendTree(rig, "alps");
        sendRuns(rig, SlurmSite::tres, SlurmSite::place, false);
        sendWaiting(rig);
        for (String[] fact : facts) {
            rig.job(fact[0], fact[1], Double.parseDouble(fact[2]), fact[3]);
        }
        rig.tick(NOW);
    }
}
