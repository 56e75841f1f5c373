package io.fairway.simulator.schedule;

import io.fairway.avro.ShareNode;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Makes removals from tables, and compactions of all tables, which in the end remove tombstones too. Then another application begins
 * anew on what is left.
 */
final class Compactions {
    /** The end of the words of a record that removes a user. */
    static final String REMOVED = " is removed";

    private static final List<List<String>> USERS =
            List.of(List.of("physics", "anna"), List.of("physics", "ben"), List.of("bio", "carla"));

    private final Site site;
    private final Records records;
    private final JobMaker.Sender sender;
    private final List<Act> acts;
    private final long span;
    private final SplittableRandom random;

    Compactions(
            Site site, Records records, JobMaker.Sender sender, List<Act> acts, long span, SplittableRandom random) {
        this.site = site;
        this.records = records;
        this.sender = sender;
        this.acts = acts;
        this.span = span;
        this.random = random;
    }

    void make() {
        for (String domain : site.domains()) {
            List<String> user = USERS.get(random.nextInt(USERS.size()));
            long at = random.nextLong(span);
            removed(at, domain, user.get(0), user.get(1));
            if (random.nextInt(4) == 0) {
                node(at + random.nextLong(span), records.share(domain, user.get(0), user.get(1), 1), " comes back");
            }
            if (random.nextBoolean()) {
                acts.add(new Act.Tombstone(
                        random.nextLong(span),
                        Site.TOPICS.name(Topic.HOSTS),
                        site.partition(domain),
                        Keys.host(domain, domain, "n0")));
            }
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            acts.add(new Act.CompactTables(random.nextLong(span)));
        }
        long end = acts.stream().mapToLong(Act::at).max().orElseThrow() + Spans.MINUTE;
        acts.add(new Act.CompactTables(end));
        if (random.nextBoolean()) {
            end += 25 * Spans.HOUR; // The brokers keep tombstones for a day after their first compaction.
            acts.add(new Act.CompactTables(end));
        }
        acts.add(new Act.Rebuild(end));
    }

    private void removed(long at, String domain, String account, String user) {
        if (random.nextInt(3) == 0) {
            acts.add(new Act.Tombstone(
                    at,
                    Site.TOPICS.name(Topic.SHARES),
                    site.partition(domain),
                    Keys.node(domain, domain, account, user)));
        } else {
            ShareNode last = ShareNode.newBuilder(records.share(domain, account, user, 1))
                    .setRemoved(true)
                    .build();
            node(at, last, REMOVED);
        }
    }

    private void node(long at, ShareNode node, String what) {
        sender.send(
                at,
                Topic.SHARES,
                site.partition(node.getDomain()),
                Keys.node(node.getDomain(), node.getTree(), node.getAccount(), node.getUser()),
                node,
                "user " + node.getUser() + what);
    }
}
