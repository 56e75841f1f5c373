package io.fairway.schedulers.lsf.aps;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.core.model.NodeId;
import io.fairway.core.policy.Fairshare;
import io.fairway.core.priority.FairshareTerm;
import io.fairway.core.priority.JobPriorityRecord;
import io.fairway.core.priority.Standing;
import io.fairway.core.shares.ShareNode;
import io.fairway.core.shares.ShareTree;
import io.fairway.schedulers.lsf.fairshare.Consumption;
import io.fairway.schedulers.lsf.fairshare.DynamicFairshare;
import io.fairway.schedulers.lsf.fairshare.DynamicPriorities;
import io.fairway.schedulers.lsf.fairshare.DynamicPriorityParameters;
import io.fairway.schedulers.lsf.queue.Election;
import io.fairway.schedulers.lsf.shares.LsfShareTree;
import io.fairway.schedulers.lsf.shares.ShareAssignment;
import io.fairway.schedulers.lsf.shares.UserGroup;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The order of jobs by their records against the walk that elects them. */
class QueueJobRecordTest {
    private static final long MINUTE = 60_000;
    private static final long NOW = 1_700_000_000_000L;
    private static final JobPriorityRules RULES = JobPriorityRules.of(100L, "3/20");
    private static final NodeId USER = NodeId.ofUser("normal", "g", "u");

    private record Job(double priority, double then, long submitted, String jobId) implements Standing {
        static Job of(String id, JobPriorityRecord record, long rank, long submitted) {
            return new Job(record.evaluate(NOW, (double) rank), record.thenAt(NOW), submitted, id);
        }
    }

    /** The tree of an election and the same tree of associations, with each user's consumption. */
    private record Trees(LsfShareTree lsf, List<Consumption> use, ShareTree associations, List<Consumption> used) {
        /** Groups of users, both with random shares; each user holds and has consumed something of its own. */
        static Trees random(SplittableRandom random) {
            List<ShareAssignment> top = new ArrayList<>();
            List<UserGroup> groups = new ArrayList<>();
            List<ShareNode> nodes = new ArrayList<>();
            List<String> users = new ArrayList<>();
            for (int g = 0; g < random.nextInt(1, 5); g++) {
                String group = "g" + g;
                long groupShares = random.nextLong(1, 100);
                top.add(new ShareAssignment(group, false, groupShares));
                nodes.add(ShareNode.account("q", group, null, groupShares, g));
                List<ShareAssignment> shares = new ArrayList<>();
                for (int u = 0; u < random.nextInt(1, 6); u++) {
                    String user = "u" + users.size();
                    users.add(user);
                    shares.add(new ShareAssignment(user, false, random.nextLong(1, 20)));
                    nodes.add(ShareNode.user("q", group, user, shares.get(u).shares(), u));
                }
                groups.add(new UserGroup(
                        group, shares.stream().map(ShareAssignment::name).toList(), shares));
            }
            LsfShareTree lsf = LsfShareTree.build("q", top, groups, users);
            ShareTree associations = ShareTree.build("q", nodes);
            List<Consumption> use = nothing(lsf.size());
            List<Consumption> used = nothing(associations.size());
            for (int i = 1; i < associations.size(); i++) {
                if (associations.isUser(i)) {
                    NodeId id = associations.id(i);
                    Consumption each = Consumption.ofSlots(random.nextLong(1, 1_000_000));
                    used.set(i, each);
                    use.set(lsf.find(id.account() + "/" + id.user()), each);
                }
            }
            return new Trees(lsf, use, associations, used);
        }

        private static List<Consumption> nothing(int size) {
            return new ArrayList<>(
                    IntStream.range(0, size).mapToObj(i -> Consumption.NONE).toList());
        }
    }

    /**
     * Every user has one job of a random priority: the walk elects the first of the order, then the next, to the last.
     */
    @Test
    void theWalkElectsTheFirstJobOfTheOrder() {
        SplittableRandom random = new SplittableRandom(31);
        DynamicPriorityParameters parameters = DynamicPriorityParameters.DEFAULTS;
        int compared = 0;
        for (int round = 0; round < 200; round++) {
            Trees trees = Trees.random(random);
            DynamicPriorities priorities =
                    DynamicPriorities.evaluate(trees.lsf(), trees.use(), parameters, DynamicPriorities.Adjustment.NONE);
            Fairshare fairshare = new DynamicFairshare(parameters, DynamicPriorities.Adjustment.NONE)
                    .evaluate(trees.associations(), trees.used());
            List<Job> order = new ArrayList<>();
            List<Election.WaitingJob> waiting = new ArrayList<>();
            for (int i = 0; i < trees.associations().size(); i++) {
                if (trees.associations().isUser(i)) {
                    NodeId id = trees.associations().id(i);
                    long submitted = NOW - random.nextLong(100 * MINUTE);
                    ApsState state = ApsState.submitted(submitted, random.nextInt(1, 100));
                    JobPriorityRecord record = QueueJobRecord.of(id, state, null, RULES, false, NOW);
                    order.add(Job.of(id.user(), record, fairshare.rank(i), submitted));
                    int account = trees.lsf().find(id.account() + "/" + id.user());
                    waiting.add(new Election.WaitingJob(id.user(), List.of(account), i));
                }
            }
            order.sort(Standing.ORDER);
            for (Job job : order) {
                Election elected = Election.next(trees.lsf(), priorities, waiting);
                assertThat(elected).isNotNull();
                assertThat(job.jobId()).isEqualTo(elected.job().id());
                waiting.remove(elected.job());
                compared++;
            }
        }
        assertThat(compared).isGreaterThan(1000);
    }

    /** Idle groups and users with the same shares on each level: the walk elects the earlier job in the queue. */
    @Test
    void amongEqualsTheWalkElectsTheEarlierJob() {
        SplittableRandom random = new SplittableRandom(47);
        DynamicPriorityParameters parameters = DynamicPriorityParameters.DEFAULTS;
        for (int round = 0; round < 100; round++) {
            List<ShareAssignment> top = new ArrayList<>();
            List<UserGroup> groups = new ArrayList<>();
            List<ShareNode> nodes = new ArrayList<>();
            for (int g = 0; g < 3; g++) {
                top.add(new ShareAssignment("g" + g, false, 10));
                nodes.add(ShareNode.account("q", "g" + g, null, 10, g));
                List<ShareAssignment> shares = new ArrayList<>();
                for (int u = 0; u < random.nextInt(1, 4); u++) {
                    shares.add(new ShareAssignment("u" + g + u, false, 4));
                    nodes.add(ShareNode.user("q", "g" + g, "u" + g + u, 4, u));
                }
                groups.add(new UserGroup(
                        "g" + g, shares.stream().map(ShareAssignment::name).toList(), shares));
            }
            ShareTree associations = ShareTree.build("q", nodes);
            LsfShareTree lsf = LsfShareTree.build(
                    "q",
                    top,
                    groups,
                    nodes.stream()
                            .map(node -> node.id().user())
                            .filter(user -> !user.isEmpty())
                            .toList());
            Fairshare fairshare = new DynamicFairshare(parameters, DynamicPriorities.Adjustment.NONE)
                    .evaluate(associations, Trees.nothing(associations.size()));
            DynamicPriorities priorities = DynamicPriorities.evaluate(
                    lsf, Trees.nothing(lsf.size()), parameters, DynamicPriorities.Adjustment.NONE);
            List<Job> order = new ArrayList<>();
            Map<String, Integer> accounts = new HashMap<>();
            for (int i = 0; i < associations.size(); i++) {
                NodeId id = associations.id(i);
                for (int job = random.nextInt(3); associations.isUser(i) && job >= 0; job--) {
                    long submitted = NOW - random.nextLong(100 * MINUTE);
                    ApsState state = ApsState.submitted(submitted, random.nextInt(50, 53));
                    String name = id.user() + "-" + job;
                    order.add(Job.of(
                            name, QueueJobRecord.of(id, state, null, RULES, false, NOW), fairshare.rank(i), submitted));
                    accounts.put(name, lsf.find(id.account() + "/" + id.user()));
                }
            }
            // The order of the queue: job priority, then submission.
            List<Job> queue = new ArrayList<>(order);
            queue.sort(Comparator.comparingDouble(Job::then).reversed().thenComparingLong(Job::submitted));
            List<Election.WaitingJob> waiting = new ArrayList<>();
            for (Job job : queue) {
                waiting.add(new Election.WaitingJob(
                        job.jobId(), List.of(Objects.requireNonNull(accounts.get(job.jobId()))), waiting.size()));
            }
            order.sort(Standing.ORDER);
            for (Job job : order) {
                Election elected = Election.next(lsf, priorities, waiting);
                assertThat(elected).isNotNull();
                assertThat(job.jobId()).isEqualTo(elected.job().id());
                waiting.remove(elected.job());
            }
        }
    }

    /** The documented order inside a fairshare queue: share priority, then job priority, then submission. */
    @Test
    void withinAUserTheJobPriorityDecidesAndThenTheSubmission() {
        // 50 + 3 whole intervals of 3, 55 without one, 58 + one, 59 and older.
        List<Job> order = new ArrayList<>(List.of(
                job("escalated", 65 * MINUTE, 50, 1),
                job("late", 19 * MINUTE, 55, 1),
                job("asked", 20 * MINUTE, 58, 1),
                job("older", 66 * MINUTE, 50, 1),
                job("other user", 0, 1, 2)));
        order.sort(Standing.ORDER);

        assertThat(order.stream().map(Job::jobId)).containsExactly("other user", "asked", "older", "escalated", "late");
        assertThat(order.stream().map(Job::then)).containsExactly(1.0, 61.0, 59.0, 59.0, 55.0);
    }

    private static Job job(String id, long pending, double priority, long rank) {
        ApsState state = ApsState.submitted(NOW - pending, priority);
        return Job.of(id, QueueJobRecord.of(USER, state, null, RULES, false, NOW), rank, state.submitted());
    }

    @Test
    void withoutFairshareTheRankHasNoEffect() {
        ApsState state = ApsState.submitted(NOW - 65 * MINUTE, 50);
        JobPriorityRecord record = QueueJobRecord.of(null, state, null, RULES, false, NOW);

        assertThat(record.fairshareNode()).isNull();
        assertThat(record.evaluate(NOW, 17)).isZero();
        assertThat(record.thenAt(NOW)).isEqualTo(59);
        assertThat(record.terms(NOW, 17)).isEmpty();
        assertThat(QueueJobRecord.of(null, state, null, JobPriorityRules.NONE, false, NOW)
                        .thenAt(NOW))
                .isEqualTo(50);
        assertThat(QueueJobRecord.of(USER, state, null, RULES, true, NOW).held())
                .isTrue();
    }

    /** A record made once gives the escalated priority at every later instant, after any events. */
    @Test
    void theJobPriorityEscalatesWithTime() {
        SplittableRandom random = new SplittableRandom(32);
        ApsEvent[] events = ApsEvent.values();
        for (int round = 0; round < 300; round++) {
            ApsState state = ApsState.submitted(NOW, random.nextInt(1, 100));
            long now = NOW;
            for (int event = random.nextInt(4); event > 0; event--) {
                now += random.nextLong(200 * MINUTE);
                state = events[random.nextInt(events.length)].apply(
                        state, now, random.nextBoolean(), ApsEvent.Settings.DEFAULTS);
            }
            JobPriorityRecord record = QueueJobRecord.of(USER, state, null, RULES, false, now);
            double place = switch (state.place()) {
                case TOP -> 0.25;
                case BOTTOM -> -0.25;
                case BEFORE_PENDING, USUAL -> 0;
            };
            for (int look = 0; look < 10; look++) {
                long at = now + random.nextLong(400 * MINUTE);
                assertThat(record.thenAt(at))
                        .isEqualTo(RULES.escalated(state.submittedPriority(), state.escalated(at)) + place);
            }
        }
    }

    @Test
    void theEscalationEndsAtTheLargestJobPriority() {
        JobPriorityRules steep = JobPriorityRules.of(100L, "999999999/1");
        JobPriorityRecord record = QueueJobRecord.of(USER, ApsState.submitted(NOW, 50), null, steep, false, NOW);

        assertThat(record.thenAt(NOW + 3 * MINUTE)).isEqualTo(2_147_483_647);
    }

    /** A position never outweighs a job priority, not even the top against the bottom of the next. */
    @Test
    void thePositionDecidesAmongEqualJobPriorities() {
        ApsEvent.Settings bottom = new ApsEvent.Settings(false, true, false, ApsEvent.UserRequeue.AS_PRINTED, false);
        List<Job> order = new ArrayList<>(List.of(
                placed("bottom 51", ApsState.submitted(NOW, 51), ApsEvent.AUTOMATIC_REQUEUE, bottom),
                placed("top", ApsState.submitted(NOW, 50), ApsEvent.AUTOMATIC_REQUEUE, ApsEvent.Settings.DEFAULTS),
                placed("bottom", ApsState.submitted(NOW - 9, 50), ApsEvent.AUTOMATIC_REQUEUE, bottom),
                placed("usual", ApsState.submitted(NOW - 1, 50), ApsEvent.RERUN, ApsEvent.Settings.DEFAULTS),
                placed("migrated", ApsState.submitted(NOW, 1), ApsEvent.MIGRATE, ApsEvent.Settings.DEFAULTS)));
        order.sort(Standing.ORDER);

        assertThat(order.stream().map(Job::jobId)).containsExactly("migrated", "bottom 51", "top", "usual", "bottom");
    }

    private static Job placed(String id, ApsState state, ApsEvent event, ApsEvent.Settings settings) {
        ApsState after = event.apply(state, NOW, false, settings);
        return Job.of(id, QueueJobRecord.of(USER, after, null, RULES, false, NOW), 3, after.submitted());
    }

    @Test
    void theRankCounts() {
        JobPriorityRecord record = QueueJobRecord.of(USER, ApsState.submitted(NOW, 50), null, RULES, false, NOW);

        assertThat(record.fairshareTerm()).isEqualTo(FairshareTerm.RANK);
        assertThat(record.fairshareNode()).isEqualTo(USER);
        assertThat(record.evaluate(NOW, 17)).isEqualTo(17);
        assertThat(record.evaluate(NOW, Double.NaN)).isZero();
    }
}
