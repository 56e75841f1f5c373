package io.fairway.api;

import static io.fairway.engine.PipelineDriver.DOMAIN;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * The rules of visibility in a few lines, from what the world was told. Expected values: PrivateData=usage,jobs of
 * slurm.conf, and the sums that Fairway adds.
 *
 * @param name user name of the caller
 * @param all whether it is an operator, or everybody sees everything
 * @param accounts what it coordinates, as {@code tree/account}, with {@code *} for every tree
 */
record VisibilityOracle(VisibilityWorld world, String name, boolean all, List<String> accounts) {
    /** Whether an account, or one above it, is the caller's to coordinate. */
    boolean coordinates(String tree, String account) {
        return world.path(tree, account).stream().anyMatch(above -> coordinatesByName(tree, above));
    }

    private boolean coordinatesByName(String tree, String account) {
        return accounts.contains(tree + "/" + account) || accounts.contains("*/" + account);
    }

    /** The caller's accounts in a tree, and those above them. */
    Set<String> sums(String tree) {
        Set<String> sums = new TreeSet<>();
        for (List<String> association : associations()) {
            if (association.get(0).equals(tree) && association.get(2).equals(name)) {
                sums.addAll(world.path(tree, association.get(1)));
            }
        }
        for (String account : accounts) {
            String[] of = account.split("/", 2);
            if (of[0].equals(tree) || of[0].equals("*")) {
                sums.addAll(world.path(tree, of[1]));
            }
        }
        return sums;
    }

    /** The associations of the trees: those with a share record, and those that a policy lets join. */
    List<List<String>> associations() {
        List<List<String>> all = new ArrayList<>();
        world.associations.forEach((association, there) -> {
            if (there) {
                all.add(association);
            }
        });
        if (world.autoProvision) {
            for (VisibilityWorld.Job job : world.jobs.values()) {
                List<String> named = List.of(tree(job), text(job.account()), text(job.user()));
                if (job.account() != null
                        && job.user() != null
                        && world.living(tree(job)).contains(job.account())
                        && !world.associations.containsKey(named)) {
                    all.add(named);
                }
            }
        }
        return all;
    }

    /** A node; an empty user is the account itself. */
    boolean sees(String tree, String account, String user) {
        return all || coordinates(tree, account) || (user.isEmpty() ? sums(tree).contains(account) : user.equals(name));
    }

    /** A job: its owner sees it, and who coordinates what it counts for. */
    boolean seesJob(String id) {
        VisibilityWorld.Job job = world.jobs.get(id);
        return job != null
                && (all
                        || name.equals(job.user())
                        || (job.account() != null
                                && trees(job).stream().anyMatch(tree -> coordinates(tree, job.account()))));
    }

    /** A user, as somebody of whom the caller sees an association, usage or a job. An empty tree is any. */
    boolean seesUser(String tree, String user) {
        return all
                || user.equals(name)
                || associations().stream()
                        .anyMatch(of -> of.get(2).equals(user)
                                && (tree.isEmpty() || of.get(0).equals(tree))
                                && coordinates(of.get(0), of.get(1)))
                || world.jobs.values().stream()
                        .anyMatch(job -> user.equals(job.user())
                                && job.account() != null
                                && trees(job).stream()
                                        .anyMatch(in ->
                                                (tree.isEmpty() || tree.equals(in)) && coordinates(in, job.account())));
    }

    /** The trees in which a job counts. */
    private static List<String> trees(VisibilityWorld.Job job) {
        boolean lsf = job.user() != null && job.queue().equals("normal");
        return lsf ? List.of(tree(job), "normal") : List.of(tree(job));
    }

    static String tree(VisibilityWorld.Job job) {
        return job.tree().isEmpty() ? DOMAIN : job.tree();
    }

    private static String text(@org.jspecify.annotations.Nullable String text) {
        return Objects.requireNonNullElse(text, "");
    }
}
