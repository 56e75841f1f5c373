package io.fairway.simulator.law;

import io.fairway.avro.FairshareRecord;
import io.fairway.simulator.schedule.Site;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The order of users in a Fair Tree of accounts and users: accounts by usage over shares, the least first, and within
 * each its users in the same way; the factor of the k-th of N users is (N - k + 1) / N. Where two are too close to be told
 * apart, nothing is claimed.
 */
final class FairTreeOrder {
    /** The relative difference from which two levels count as different. */
    private static final double APART = 1e-6;

    private final Map<List<String>, Long> shares;
    private final Map<List<String>, Double> usage = new HashMap<>();
    private boolean close;

    private FairTreeOrder(ClosedIntegral integral, Map<List<String>, Long> shares, Set<List<String>> removed) {
        this.shares = shares;
        integral.usage(Site.MEASURES.get(0)).forEach((node, amount) -> {
            // A refund may leave less than nothing.
            close |= amount.value() < 0;
            if (shares.containsKey(node)) {
                usage.merge(node, amount.value(), Double::sum);
            }
            if (shares.containsKey(node) || removed.contains(node)) {
                usage.merge(List.of(node.get(0), ""), amount.value(), Double::sum);
            }
        });
    }

    /**
     * The factors that were sent are those of the order.
     *
     * @param before when a tree that nothing touched was evaluated last at the latest: a user who runs may overtake another
     *     since then
     */
    static void check(
            ClosedIntegral integral,
            ClosedIntegral before,
            Accepted accepted,
            Map<List<String>, FairshareRecord> sent) {
        Map<List<String>, Long> shares = accepted.shares(integral.domain());
        Set<List<String>> removed = accepted.removed(integral.domain());
        FairTreeOrder order = new FairTreeOrder(integral, shares, removed);
        List<List<String>> users = order.users();
        if (order.close || !users.equals(new FairTreeOrder(before, shares, removed).users())) {
            return;
        }
        for (int place = 0; place < users.size(); place++) {
            double factor = (users.size() - place) / (double) users.size();
            FairshareRecord record = sent.get(users.get(place));
            Double found = record == null ? null : record.getFactor();
            if (found == null || Math.abs(found - factor) > APART) {
                throw new LawBroken(
                        "factors are in the order of the integrals",
                        integral.domain() + " " + users.get(place) + ": sent " + found + ", and place " + (place + 1)
                                + " of " + users.size() + " has " + factor);
            }
        }
    }

    /** All users, the first to be served first. */
    private List<List<String>> users() {
        List<List<String>> users = new ArrayList<>();
        for (List<String> account : sorted("", true)) {
            users.addAll(sorted(account.get(0), false));
        }
        return users;
    }

    private List<List<String>> sorted(String account, boolean accounts) {
        List<List<String>> nodes = shares.keySet().stream()
                .filter(node -> accounts
                        ? node.get(1).isEmpty()
                                && shares.keySet().stream()
                                        .anyMatch(user -> user.get(0).equals(node.get(0))
                                                && !user.get(1).isEmpty())
                        : node.get(0).equals(account) && !node.get(1).isEmpty())
                .sorted(Comparator.comparingDouble(this::level))
                .toList();
        for (int i = 1; i < nodes.size(); i++) {
            double lower = level(nodes.get(i - 1));
            double higher = level(nodes.get(i));
            close |= !(higher - lower > APART * Math.max(Math.abs(higher), 1));
        }
        return nodes;
    }

    private double level(List<String> node) {
        return usage.getOrDefault(node, 0.0) / Objects.requireNonNull(shares.get(node));
    }
}
