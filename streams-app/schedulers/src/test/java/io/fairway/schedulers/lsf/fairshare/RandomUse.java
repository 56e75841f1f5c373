package io.fairway.schedulers.lsf.fairshare;

import io.fairway.schedulers.lsf.config.LsfSettings;
import io.fairway.schedulers.lsf.shares.LsfShareTree;
import io.fairway.schedulers.lsf.shares.ShareAssignment;
import io.fairway.schedulers.lsf.shares.UserGroup;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;

/** Random parameters, jobs and share trees of LSF for laws. */
final class RandomUse {
    private RandomUse() {}

    /** One event of a user, as an input of the user's consumption. */
    @FunctionalInterface
    interface Fact {
        void tell(ConsumptionSum builder);
    }

    /** Any factors, except that the committed one is not above that of run time. */
    static DynamicPriorityParameters parameters(SplittableRandom random) {
        Map<String, String> settings = new LinkedHashMap<>();
        double run = random.nextInt(4);
        settings.put("CPU_TIME_FACTOR", "" + random.nextInt(3));
        settings.put("RUN_TIME_FACTOR", "" + run);
        settings.put("RUN_JOB_FACTOR", "" + random.nextInt(4));
        settings.put("COMMITTED_RUN_TIME_FACTOR", "" + Math.min(1, run));
        settings.put("GPU_RUN_TIME_FACTOR", "" + random.nextInt(3));
        settings.put("ENABLE_HIST_RUN_TIME", random.nextBoolean() ? "Y" : "N");
        settings.put("RUN_TIME_DECAY", random.nextBoolean() ? "Y" : "N");
        settings.put("HIST_HOURS", "" + random.nextInt(8));
        if (random.nextBoolean()) {
            settings.put("FWD_JOB_FACTOR", "" + random.nextInt(3));
        }
        return DynamicPriorityParameters.of(LsfSettings.ofCluster(settings), LsfSettings.NONE);
    }

    static JobRun run(SplittableRandom random) {
        double hours = random.nextDouble(10);
        JobRun run = random.nextBoolean() ? JobRun.running(hours) : JobRun.finished(hours, random.nextDouble(20));
        run = run.withGpus(random.nextInt(3));
        return random.nextBoolean() ? run.withCommitted(random.nextDouble(12)) : run;
    }

    static Fact fact(SplittableRandom random) {
        return switch (random.nextInt(4)) {
            case 0 -> {
                JobRun run = run(random);
                yield builder -> builder.run(run);
            }
            case 1 -> {
                double hours = random.nextDouble(9);
                double age = random.nextDouble(30);
                yield builder -> builder.cpuTime(hours, age);
            }
            case 2 -> {
                int slots = random.nextInt(1, 9);
                yield builder -> builder.slots(slots, slots / 2, slots / 3);
            }
            default -> {
                int slots = random.nextInt(1, 4);
                yield builder -> builder.slots(0, slots, 0);
            }
        };
    }

    static List<Fact> facts(SplittableRandom random, int most) {
        List<Fact> facts = new ArrayList<>();
        for (int i = random.nextInt(most + 1); i > 0; i--) {
            facts.add(fact(random));
        }
        return facts;
    }

    static Consumption use(List<Fact> facts, DynamicPriorityParameters parameters) {
        ConsumptionSum builder = new ConsumptionSum(parameters, parameters.decay());
        facts.forEach(fact -> fact.tell(builder));
        return builder.build();
    }

    static List<Fact> shuffled(List<Fact> facts, SplittableRandom random) {
        List<Fact> shuffled = new ArrayList<>(facts);
        Collections.shuffle(shuffled, new Random(random.nextLong()));
        return shuffled;
    }

    /** Users and up to three groups in groups, some with {@code default}, {@code others} or {@code group@}. */
    static LsfShareTree tree(SplittableRandom random) {
        return tree(random.nextLong(), "", 0);
    }

    /** The tree of a seed, with more shares for the first assignment of a name. */
    static LsfShareTree tree(long seed, String name, long more) {
        SplittableRandom random = new SplittableRandom(seed);
        List<String> users = new ArrayList<>();
        for (int u = random.nextInt(3, 9); u > 0; u--) {
            users.add("u" + u);
        }
        List<UserGroup> groups = new ArrayList<>();
        List<ShareAssignment> top = new ArrayList<>();
        for (int g = random.nextInt(4); g > 0; g--) {
            List<String> members = new ArrayList<>();
            List<ShareAssignment> shares = new ArrayList<>();
            for (String user : users) {
                if (random.nextInt(3) == 0) {
                    members.add(user);
                    if (random.nextInt(3) > 0) {
                        shares.add(assignment(user, false, random, name, more));
                    }
                }
            }
            if (!groups.isEmpty() && random.nextInt(3) == 0) {
                String below = groups.get(groups.size() - 1).name();
                members.add(below);
                shares.add(assignment(below, false, random, name, more));
            }
            if (random.nextBoolean()) {
                shares.add(assignment(ShareAssignment.DEFAULT, false, random, name, more));
            }
            groups.add(new UserGroup("g" + g, members, shares));
            if (random.nextInt(4) > 0) {
                top.add(assignment("g" + g, random.nextInt(4) == 0, random, name, more));
            }
        }
        top.add(assignment(users.get(0), false, random, name, more));
        boolean together = random.nextBoolean();
        String rest = together ? ShareAssignment.OTHERS : ShareAssignment.DEFAULT;
        top.add(assignment(rest, false, random, name, more));
        return LsfShareTree.build("q", top, groups, users);
    }

    private static ShareAssignment assignment(
            String party, boolean each, SplittableRandom random, String name, long more) {
        return new ShareAssignment(party, each, random.nextInt(1, 20) + (party.equals(name) ? more : 0));
    }
}
