package io.fairway.api;

import static io.fairway.engine.PipelineDriver.DOMAIN;
import static io.fairway.engine.PipelineDriver.T0;

import io.fairway.avro.Algorithm;
import io.fairway.avro.Decay;
import io.fairway.avro.DecayKind;
import io.fairway.avro.JobAttributes;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.avro.LsfPolicy;
import io.fairway.avro.LsfQueue;
import io.fairway.avro.Measure;
import io.fairway.avro.MoabPolicy;
import io.fairway.avro.Policy;
import io.fairway.avro.PolicyState;
import io.fairway.avro.RankForm;
import io.fairway.avro.ShareNode;
import io.fairway.avro.SlurmPriority;
import io.fairway.engine.PipelineDriver;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A domain with random trees, in which equal names mean different things: accounts that moved, were renamed and were
 * deleted, users in several accounts and trees, several policies, and jobs that wait, run and have ended, some without
 * account, user or share record. It remembers what it told the application.
 */
final class VisibilityWorld implements AutoCloseable {
    static final long NOW = T0 + 5 * 3_600_000;
    static final List<String> TREES = List.of(DOMAIN, "jura", "normal");
    static final List<String> ACCOUNTS = List.of("acms", "aatl", "albc", "abio", "achm", "ast%r");
    static final List<String> USERS = List.of("anna7", "bert7", "cleo7", "dora7", "emil7");

    /**
     * An account.
     *
     * @param parent the account above it
     */
    record Account(String parent, boolean deleted) {}

    /**
     * A job as its events named it.
     *
     * @param tree the tree that it named; empty = the cluster's
     */
    record Job(
            String id,
            String tree,
            @Nullable String account,
            @Nullable String user,
            String queue,
            String state) {}

    final PipelineDriver pipeline = PipelineDriver.replay();
    final Map<String, Map<String, Account>> accounts = new TreeMap<>();
    /** Associations as {@code tree|account|user}; false = deleted. */
    final Map<List<String>, Boolean> associations = new HashMap<>();

    final Map<String, Job> jobs = new TreeMap<>();
    final boolean autoProvision;

    private final Random random;
    private int renamed;

    VisibilityWorld(long seed) {
        random = new Random(seed);
        autoProvision = seed % 2 == 1;
        policies();
        TREES.forEach(this::plant);
        for (int i = 0; i < 12; i++) {
            job("j" + (700 + i) + "x");
        }
        pipeline.tick(T0 + 2 * 3_600_000);
        for (int i = 0; i < 12; i++) {
            disturb(pick(TREES));
        }
        pipeline.tick(T0 + 3 * 3_600_000);
        for (int i = 12; i < 40; i++) {
            job("j" + (700 + i) + "x");
        }
        pipeline.tick(T0 + 4 * 3_600_000);
        jobs.values().stream().filter(job -> job.state().equals("pending")).limit(4).toList().stream()
                .forEach(job -> start(job, T0 + 4 * 3_600_000));
        pipeline.tick(NOW);
    }

    private void policies() {
        Algorithm algorithm = random.nextBoolean() ? Algorithm.CLASSIC : Algorithm.FAIR_TREE_DOCUMENTED;
        Policy.Builder main = PipelineDriver.policyOf("main", 0, 3_600_000)
                .setAlgorithm(algorithm)
                .setSlurm(SlurmPriority.newBuilder().setWeightFairshare(1000L).build());
        pipeline.policy(autoProvision ? main.setAutoProvisionShares(1L) : main);
        pipeline.policy(PipelineDriver.policyOf("lsf", 0, 0)
                .setMeasure(Measure.newBuilder().setName("lsf").build())
                .setAlgorithm(Algorithm.LSF_DYNAMIC)
                .setState(PolicyState.SHADOW)
                .setLsf(LsfPolicy.newBuilder()
                        .setQueues(List.of(LsfQueue.newBuilder()
                                .setName("normal")
                                .setPriority(30)
                                .setFairshare(true)
                                .build()))
                        .setAdjustmentSettings(Map.of())
                        .build()));
        Map<String, String> parameters = new HashMap<>(Map.of("FSPOLICY", "DEDICATEDPS", "FSWEIGHT", "1"));
        USERS.forEach(user -> parameters.put("USERCFG[" + user + "]", "FSTARGET=10"));
        ACCOUNTS.forEach(account -> parameters.put("ACCOUNTCFG[" + account + "]", "FSTARGET=20"));
        pipeline.policy(PipelineDriver.policyOf("moab", 0, 0)
                .setMeasure(Measure.newBuilder().setName("moab").build())
                .setAlgorithm(Algorithm.MOAB_TARGETS)
                .setState(PolicyState.SHADOW)
                .setProcessors(8)
                .setMoab(MoabPolicy.newBuilder().setParameters(parameters).build()));
        pipeline.policy(PipelineDriver.policyOf("slow", 0, 7_200_000)
                .setRanks(RankForm.BOTH)
                .setState(PolicyState.SHADOW)
                .setMeasure(Measure.newBuilder()
                        .setName("slow")
                        .setDecay(Decay.newBuilder()
                                .setKind(DecayKind.HALF_LIFE)
                                .setMillis(7_200_000)
                                .build())
                        .build()));
    }

    private void plant(String tree) {
        accounts.put(tree, new TreeMap<>());
        List<String> there = new ArrayList<>(List.of("root"));
        for (String account : ACCOUNTS) {
            if (random.nextInt(5) > 0) {
                account(tree, account, pick(there));
                there.add(account);
            }
        }
        for (String user : USERS) {
            for (int i = random.nextInt(4); i > 0; i--) {
                association(tree, pick(there), user);
            }
        }
        // A user of an account that is not there: a problem, and in no tree.
        share(tree, "alost", "anna7", null);
    }

    /** Moves, renames or deletes an account, or deletes an association. */
    private void disturb(String tree) {
        List<String> living = living(tree);
        if (living.isEmpty()) {
            return;
        }
        String account = pick(living);
        switch (random.nextInt(4)) {
            case 0 -> {
                List<String> above = new ArrayList<>(List.of("root"));
                living.stream()
                        .filter(other -> !path(tree, other).contains(account))
                        .forEach(above::add);
                account(tree, account, pick(above));
            }
            case 1 -> {
                String name = account.substring(0, 2) + "new" + renamed++;
                account(tree, name, path(tree, account).get(1));
                for (String child : living) {
                    if (path(tree, child).get(1).equals(account)) {
                        account(tree, child, name);
                    }
                }
                members(tree, account).forEach(user -> association(tree, name, user));
                delete(tree, account);
            }
            case 2 -> {
                if (living.stream().noneMatch(child -> path(tree, child).get(1).equals(account))) {
                    delete(tree, account);
                }
            }
            default -> {
                List<String> members = members(tree, account);
                if (!members.isEmpty()) {
                    remove(tree, account, pick(members));
                }
            }
        }
    }

    private void delete(String tree, String account) {
        members(tree, account).forEach(user -> remove(tree, account, user));
        Account old = Objects.requireNonNull(of(tree).get(account));
        of(tree).put(account, new Account(old.parent(), true));
        pipeline.tombstone(Topic.SHARES, Keys.node(DOMAIN, tree, account, ""));
    }

    private void remove(String tree, String account, String user) {
        associations.put(List.of(tree, account, user), false);
        pipeline.tombstone(Topic.SHARES, Keys.node(DOMAIN, tree, account, user));
    }

    private void account(String tree, String account, String parent) {
        of(tree).put(account, new Account(parent, false));
        share(tree, account, "", parent.equals("root") ? null : parent);
    }

    private void association(String tree, String account, String user) {
        associations.put(List.of(tree, account, user), true);
        share(tree, account, user, null);
    }

    private void share(String tree, String account, String user, @Nullable String parent) {
        pipeline.send(
                Topic.SHARES,
                Keys.node(DOMAIN, tree, account, user),
                ShareNode.newBuilder()
                        .setDomain(DOMAIN)
                        .setTree(tree)
                        .setAccount(account)
                        .setUser(user)
                        .setParent(parent)
                        .setShares(1 + random.nextInt(5))
                        .build());
    }

    private void job(String id) {
        String tree = random.nextInt(3) == 0 ? "jura" : "";
        String account = random.nextInt(8) == 0 ? null : random.nextInt(9) == 0 ? "alost" : pick(ACCOUNTS);
        String user = random.nextInt(8) == 0 ? null : random.nextInt(9) == 0 ? "ghost7" : pick(USERS);
        String queue = random.nextBoolean() ? "normal" : random.nextBoolean() ? "long" : "";
        long at = T0 + random.nextInt(3_000_000);
        JobEvent.Builder submitted = pipeline.event(id, JobEventType.SUBMITTED, at)
                .setAccount(account)
                .setUser(user)
                .setTree(tree.isEmpty() ? null : tree);
        if (!queue.isEmpty()) {
            submitted.setAttributes(JobAttributes.newBuilder().setQueue(queue).build());
        }
        pipeline.job(submitted);
        Job job = new Job(id, tree, account, user, queue, "pending");
        jobs.put(id, job);
        if (random.nextBoolean()) {
            start(job, at + 60_000);
            if (random.nextBoolean()) {
                pipeline.finish(id, at + 3_000_000, at + 60_000);
                jobs.put(id, new Job(id, tree, account, user, queue, "ended"));
            }
        }
    }

    private void start(Job job, long at) {
        pipeline.start(job.id(), at, 1 + random.nextInt(4));
        jobs.put(job.id(), new Job(job.id(), job.tree(), job.account(), job.user(), job.queue(), "running"));
    }

    /** The accounts of a tree, deleted ones included. */
    Map<String, Account> of(String tree) {
        return accounts.getOrDefault(tree, Map.of());
    }

    List<String> living(String tree) {
        return of(tree).entrySet().stream()
                .filter(account -> !account.getValue().deleted())
                .map(Map.Entry::getKey)
                .toList();
    }

    private List<String> members(String tree, String account) {
        return associations.entrySet().stream()
                .filter(Map.Entry::getValue)
                .map(Map.Entry::getKey)
                .filter(of -> of.get(0).equals(tree) && of.get(1).equals(account))
                .map(of -> of.get(2))
                .sorted()
                .toList();
    }

    /** An account and those above it. A deleted one is followed by the nearest living one. */
    List<String> path(String tree, String account) {
        List<String> path = new ArrayList<>(List.of(account));
        Map<String, Account> known = of(tree);
        for (String at = account; known.containsKey(at); ) {
            at = known.get(at).parent();
            if (at.equals("root") || !known.get(at).deleted()) {
                path.add(at);
            }
        }
        return path;
    }

    private <T> T pick(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    @Override
    public void close() {
        pipeline.close();
    }
}
