package io.fairway.bench.section;

import io.fairway.core.model.NodeId;
import io.fairway.core.shares.ShareNode;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.usage.DecayLaw;
import io.fairway.core.usage.DecayLaws;
import io.fairway.core.usage.Line;
import io.fairway.core.usage.Segment;
import io.fairway.core.usage.TreeLines;
import io.fairway.core.usage.TreeUsage;
import io.fairway.schedulers.slurm.fairtree.FairTree;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * Loops over the pure functions of one tree. A main class: it runs in a process of its own. Processor time of its
 * thread, so that neighbours do not count.
 */
public final class KernelProgram {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** A loop runs so long to be compiled, and so long again to be measured. */
    private static final long LOOP_NANOS = TimeUnit.MILLISECONDS.toNanos(1_500);

    private static final long NOW = Duration.ofDays(20_000).toMillis();
    private static final int LARGEST_SHARES = 9;
    private static final int MAX_PROCESSORS = 64;
    private static final long RATE_BITS = 40;

    /** A row of an evaluation that reads every line. */
    static final String EVALUATION = "usage and Fair Tree";

    /** A row of an evaluation of a kept tree, in which one user of twenty runs a job; the number of lines that changed follows. */
    static final String EVALUATION_AFTER = "kept usage and Fair Tree, lines that changed: ";

    /** A row of what one line that changed costs until ranks are handed out, if nothing runs. */
    static final String ONE_CHANGE = "one line that changed, its usage and order";

    private static final List<Integer> CHANGES = List.of(1, 100);

    /** Takes every result, so that no calculation is left out. */
    private static final AtomicReference<Object> SINK = new AtomicReference<>("");

    private KernelProgram() {}

    /**
     * Arguments: the file for the results, and the number of users in an account, of accounts in a division, of
     * divisions.
     */
    public static void main(String[] args) throws IOException {
        int side = Integer.parseInt(args[1]);
        List<String> lines = new ArrayList<>();
        measure(side, lines);
        Files.write(Path.of(args[0]), lines);
    }

    /** Writes lines {@code leaves|what|nanoseconds}. */
    private static void measure(int side, List<String> lines) {
        int leaves = side * side * side;
        List<ShareNode> nodes = nodes(side);
        DecayLaws law = DecayLaws.of(DecayLaw.halfLife(Duration.ofDays(7).toMillis()));
        ShareTree tree = ShareTree.build("bench", nodes);
        Map<NodeId, Line> usage = usage(nodes, law);
        TreeLines treeLines = TreeLines.of(tree, usage::get);
        FairTree fairTree = new FairTree(FairTree.Ties.SLURM);
        long[] at = {NOW};
        lines.add(leaves + "|usage of the tree|" + nanos(() -> TreeUsage.of(treeLines, law, at[0] += 250)));
        lines.add(leaves + "|" + EVALUATION + "|"
                + nanos(() -> fairTree.evaluate(tree, TreeUsage.of(treeLines, law, at[0] += 250))));
        lines.add(leaves + "|building the tree|" + nanos(() -> ShareTree.build("bench", nodes)));
        KeptKernel kept = new KeptKernel(tree, nodes, law, true, NOW);
        for (int changes : CHANGES) {
            int times = Math.min(20, 100 / changes);
            lines.add(leaves + "|" + EVALUATION_AFTER + changes + "|"
                    + nanos(() -> kept.startAndEnd(times * changes), times, () -> {
                        kept.follow(changes);
                        return kept.rank();
                    }));
        }
        KeptKernel idle = new KeptKernel(tree, nodes, law, false, NOW);
        lines.add(leaves + "|" + ONE_CHANGE + "|" + nanos(() -> idle.charge(100), 100, () -> idle.follow(1)));
    }

    private static List<ShareNode> nodes(int side) {
        Random random = new Random(side);
        List<ShareNode> nodes = new ArrayList<>();
        for (int i = 0; i < side; i++) {
            nodes.add(ShareNode.account("bench", "a" + i, null, shares(random), 0));
            for (int j = 0; j < side; j++) {
                String account = "a" + i + "." + j;
                nodes.add(ShareNode.account("bench", account, "a" + i, shares(random), 0));
                for (int k = 0; k < side; k++) {
                    nodes.add(ShareNode.user("bench", account, "u" + k, shares(random), 0));
                }
            }
        }
        return nodes;
    }

    private static long shares(Random random) {
        return 1L + random.nextInt(LARGEST_SHARES);
    }

    /** Two jobs each that ended; one of twenty has another one that runs. */
    private static Map<NodeId, Line> usage(List<ShareNode> nodes, DecayLaws law) {
        Random random = new Random(nodes.size());
        Map<NodeId, Line> usage = new HashMap<>();
        for (ShareNode node : nodes) {
            if (node.id().isUser()) {
                Line line = new Line();
                for (int job = 0; job < 2; job++) {
                    long end = NOW - random.nextInt(1_000_000_000);
                    line.add(law, new Segment(end - 1 - random.nextInt(7_200_000), end, rate(random)));
                }
                if (random.nextInt(20) == 0) {
                    line.add(law, new Segment(NOW - random.nextInt(3_600_000), Segment.OPEN, rate(random)));
                }
                usage.put(node.id(), line);
            }
        }
        return usage;
    }

    private static long rate(Random random) {
        return (1L + random.nextInt(MAX_PROCESSORS)) << RATE_BITS;
    }

    private static double nanos(Supplier<Object> body) {
        return nanos(() -> {}, 1, body);
    }

    /** @param prepare what comes before so many times of the body, and is not measured */
    private static double nanos(Runnable prepare, int times, Supplier<Object> body) {
        loop(prepare, times, body);
        return loop(prepare, times, body);
    }

    private static double loop(Runnable prepare, int times, Supplier<Object> body) {
        long spent = 0;
        long n = 0;
        while (spent < LOOP_NANOS) {
            prepare.run();
            long begun = THREADS.getCurrentThreadCpuTime();
            for (int i = 0; i < times; i++) {
                SINK.set(body.get());
            }
            spent += THREADS.getCurrentThreadCpuTime() - begun;
            n += times;
        }
        return (double) spent / n;
    }
}
