package io.fairway.scenario.lsf;

import io.fairway.core.shares.ShareTree;
import io.fairway.policies.yaml.YamlMap;
import io.fairway.policies.yaml.YamlValue;
import io.fairway.scenario.section.TreeSection;
import io.fairway.schedulers.lsf.config.LsfProblem;
import io.fairway.schedulers.lsf.shares.LsfShareTree;
import io.fairway.schedulers.lsf.shares.ShareAssignment;
import io.fairway.schedulers.lsf.shares.UserGroup;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The share accounts of a scenario: LSF's assignments, or the tree of all families.
 *
 * <pre>{@code
 * user-shares: "[groupA, 60] [chip, 20] [default, 1]"      # or tree, or FAIRSHARE of a queue
 * users: [anna, ben, chip]                                 # every user
 * groups:
 *   groupA: {members: [anna, ben], user-shares: "[anna, 3] [default, 1]"}
 * }</pre>
 *
 * @param tree the tree of the accounts
 * @param plain whether it comes from the tree of all families, in which users are named with an account
 */
record LsfShares(LsfShareTree tree, boolean plain, List<LsfProblem> warnings) {
    /**
     * Reads the accounts.
     *
     * @param fairshare FAIRSHARE of the queue with these accounts; {@code null} = of none
     * @return {@code null} if the scenario has none
     */
    static @Nullable LsfShares read(YamlMap scenario, @Nullable YamlValue fairshare) {
        YamlValue tree = scenario.find("tree");
        YamlValue yaml = scenario.find("user-shares");
        YamlValue users = scenario.find("users");
        YamlValue groups = scenario.find("groups");
        if (yaml == null) {
            yaml = fairshare;
        }
        if (tree != null && yaml != null) {
            throw yaml.wrong("must not be given beside tree");
        }
        if (tree != null) {
            return plain(TreeSection.read(scenario), tree);
        }
        if (yaml == null) {
            return null;
        }
        List<String> everyone = users == null
                ? List.of()
                : users.list().stream().map(YamlValue::text).toList();
        List<UserGroup> defined = new ArrayList<>();
        if (groups != null) {
            groups.entries().forEach((name, group) -> defined.add(group(name, group)));
        }
        return checked(yaml, false, LsfShareTree.build("scenario", assignments(yaml), defined, everyone));
    }

    private static UserGroup group(String name, YamlValue yaml) {
        YamlMap group = yaml.map();
        UserGroup read = new UserGroup(
                name,
                group.list("members").stream().map(YamlValue::text).toList(),
                group.or("user-shares", LsfShares::assignments, List.of()));
        group.done();
        return read;
    }

    private static List<ShareAssignment> assignments(YamlValue yaml) {
        String text = yaml.text().strip();
        String inner = text.startsWith("USER_SHARES") && text.endsWith("]")
                ? text.substring(text.indexOf('[') + 1, text.length() - 1)
                : text;
        return yaml.checked(() -> ShareAssignment.parse(inner));
    }

    /** Makes groups with USER_SHARES of the accounts of the tree, from the leaves up: LSF wants members defined first. */
    private static LsfShares plain(TreeSection section, YamlValue yaml) {
        if (!section.usage().isEmpty()) {
            throw yaml.wrong("must not have usage under LSF; give it in use or history");
        }
        ShareTree tree = section.tree();
        Set<String> users = new LinkedHashSet<>();
        List<List<ShareAssignment>> below = new ArrayList<>();
        for (int i = 0; i < tree.size(); i++) {
            below.add(new ArrayList<>());
            String name = name(tree, i);
            if (tree.isUser(i)) {
                users.add(name);
            }
            if (i > 0) {
                if (tree.hasParentShares(i)) {
                    throw yaml.wrong(tree.path(i) + ": LSF has no parent shares");
                }
                below.get(tree.parent(i)).add(new ShareAssignment(name, false, tree.shares(i)));
            }
        }
        List<UserGroup> groups = new ArrayList<>();
        for (int i = tree.size() - 1; i > 0; i--) {
            if (!tree.isUser(i)) {
                String name = name(tree, i);
                if (users.contains(name) || Set.of("others", "default", "all").contains(name)) {
                    throw yaml.wrong(
                            "account " + name + ": must not have the name of a user, or be others, default or all");
                }
                List<ShareAssignment> shares = below.get(i);
                groups.add(new UserGroup(
                        name, shares.stream().map(ShareAssignment::name).toList(), shares));
            }
        }
        return checked(yaml, true, LsfShareTree.build("scenario", below.get(0), groups, users));
    }

    private static String name(ShareTree tree, int node) {
        return tree.isUser(node) ? tree.id(node).user() : tree.id(node).account();
    }

    private static LsfShares checked(YamlValue yaml, boolean plain, LsfShareTree tree) {
        List<LsfProblem> warnings = new ArrayList<>();
        for (LsfProblem problem : tree.problems()) {
            if (problem.severity() == LsfProblem.Severity.ERROR) {
                throw yaml.wrong(problem.message());
            }
            warnings.add(problem);
        }
        return new LsfShares(tree, plain, warnings);
    }

    /** The accounts in which a job can run: of its user, and its account (in a tree) or group (bsub -G) if given. */
    List<Integer> accounts(YamlMap of) {
        String user = of.get("user").text();
        YamlValue above = plain ? of.get("account") : of.find("group");
        List<Integer> accounts = new ArrayList<>();
        for (int i = 1; i < tree.size(); i++) {
            if (tree.isLeaf(i) && tree.users(i).contains(user) && (above == null || isBelow(i, above.text()))) {
                accounts.add(i);
            }
        }
        if (accounts.isEmpty()) {
            throw of.wrong("user " + user + (above == null ? "" : " of " + above.text())
                    + " has no share account and cannot submit jobs");
        }
        return accounts;
    }

    private boolean isBelow(int account, String name) {
        for (int i = account; i > 0; i = tree.parent(i)) {
            if (tree.name(i).equals(name)) {
                return !plain || tree.name(tree.parent(account)).equals(name);
            }
        }
        return false;
    }

    /** The only account that a map names. */
    int account(YamlMap of) {
        List<Integer> accounts = accounts(of);
        if (accounts.size() > 1) {
            throw of.wrong("has the share accounts "
                    + accounts.stream().map(this::path).toList() + "; name one by group");
        }
        return accounts.get(0);
    }

    /** The account of a path in a report. */
    int find(String path, YamlValue place) {
        int account = tree.find(path.startsWith("/") ? path.substring(1) : path);
        if (account < 1 || !tree.isLeaf(account)) {
            List<String> leaves = new ArrayList<>();
            for (int i = 1; i < tree.size(); i++) {
                if (tree.isLeaf(i)) {
                    leaves.add(path(i));
                }
            }
            throw place.wrong("is not a share account; there are " + String.join(", ", leaves));
        }
        return account;
    }

    /** The name of a node in a report. */
    String path(int node) {
        return "/" + tree.path(node);
    }
}
