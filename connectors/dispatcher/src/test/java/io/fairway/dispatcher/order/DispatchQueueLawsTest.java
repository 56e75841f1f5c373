package io.fairway.dispatcher.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.Component;
import io.fairway.avro.PriorityRecord;
import io.fairway.dispatcher.Records;
import io.fairway.dispatcher.cluster.Room;
import io.fairway.dispatcher.config.HeadRule;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random histories, against a plain queue: a list of jobs, searched from end to end, whose priorities are whole numbers
 * of whole seconds. Priorities, submissions and factors have few values, so that ties abound.
 */
class DispatchQueueLawsTest {
    private static final String[] USERS = {"anna", "bert", "cleo"};
    private static final int STEPS = 2_000;

    /** A waiting job of the plain queue: priority = base + age * seconds + 100 * factor. */
    private record Plain(int id, long base, long age, int user, long submitted, int cpus, boolean held) {
        long priority(long seconds, int[] quarters) {
            return base + age * seconds + 25L * quarters[user];
        }

        PriorityRecord.Builder record() {
            List<Component> parts = new ArrayList<>();
            parts.add(Records.constant((double) base));
            if (age > 0) {
                parts.add(Records.growing(Instant.EPOCH, (double) age));
            }
            return Records.job(Integer.toString(id), 0)
                    .setComponents(parts)
                    .setFairshareWeight(100)
                    .setUser(USERS[user])
                    .setSubmitTime(Instant.ofEpochMilli(submitted))
                    .setRequestedTres(Map.of("cpu", (double) cpus))
                    .setHeld(held);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void startsTheSameJobsAsThePlainQueueAndNoneTwice(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        HeadRule rule = seed % 2 == 0 ? HeadRule.BLOCKS : HeadRule.IS_PASSED_OVER;
        DispatchQueue queue = new DispatchQueue(rule, Records.POLICY);
        Map<Integer, Plain> waiting = new TreeMap<>();
        Set<Integer> startedAndNotGone = new HashSet<>();
        int[] quarters = new int[USERS.length];
        long seconds = 0;
        int next = 1;
        int starts = 0;

        for (int step = 0; step < STEPS; step++) {
            seconds += random.nextInt(3);
            switch (random.nextInt(6)) {
                case 0, 1 -> {
                    Plain job = draw(next++, random);
                    waiting.put(job.id(), job);
                    queue.priority(key(job.id()), job.record().build());
                }
                case 2 -> {
                    // Changed while it waits, or while its start is on its way.
                    int id = 1 + random.nextInt(next);
                    if (waiting.containsKey(id) || startedAndNotGone.contains(id)) {
                        Plain job = draw(id, random);
                        if (waiting.containsKey(id)) {
                            waiting.put(id, job);
                        }
                        queue.priority(key(id), job.record().build());
                    }
                }
                case 3 -> {
                    int id = 1 + random.nextInt(next);
                    waiting.remove(id);
                    startedAndNotGone.remove(id);
                    queue.priority(key(id), null);
                }
                case 4 -> {
                    int user = random.nextInt(USERS.length);
                    quarters[user] = random.nextInt(5);
                    queue.fairshare(Records.factorKey(USERS[user]), Records.factor(USERS[user], quarters[user] / 4.0));
                }
                default -> {
                    int free = random.nextInt(6);
                    Room room = new Room();
                    DispatchCycle cycle = queue.cycle(seconds * 1000, room);
                    while (true) {
                        room.free = free;
                        ChosenJob chosen = cycle.next();
                        Plain expected = choose(waiting, seconds, quarters, free, rule);
                        assertThat(chosen == null ? null : chosen.key().job())
                                .as("step %d of seed %d", step, seed)
                                .isEqualTo(expected == null ? null : Integer.toString(expected.id()));
                        if (chosen == null || expected == null) {
                            break;
                        }
                        assertThat(startedAndNotGone.add(expected.id())).isTrue();
                        waiting.remove(expected.id());
                        queue.started(chosen);
                        free -= expected.cpus();
                        starts++;
                    }
                }
            }
            assertThat(queue.waiting()).isEqualTo(waiting.size());
        }
        assertThat(starts).as("a history in which nothing starts shows nothing").isGreaterThan(100);
    }

    private static @Nullable Plain choose(
            Map<Integer, Plain> waiting, long seconds, int[] quarters, int free, HeadRule rule) {
        Plain best = null;
        for (Plain job : waiting.values()) {
            boolean fits = job.cpus() <= free || rule == HeadRule.BLOCKS;
            if (!job.held() && fits && (best == null || isBefore(job, best, seconds, quarters))) {
                best = job;
            }
        }
        return best == null || best.cpus() > free ? null : best;
    }

    private static boolean isBefore(Plain a, Plain b, long seconds, int[] quarters) {
        long byPriority = a.priority(seconds, quarters) - b.priority(seconds, quarters);
        if (byPriority != 0) {
            return byPriority > 0;
        }
        return a.submitted() != b.submitted() ? a.submitted() < b.submitted() : a.id() < b.id();
    }

    private static Plain draw(int id, SplittableRandom random) {
        return new Plain(
                id,
                random.nextInt(4) * 50L,
                random.nextInt(2),
                random.nextInt(USERS.length),
                random.nextInt(3),
                1 + random.nextInt(4),
                random.nextInt(8) == 0);
    }

    private static String key(int id) {
        return Records.key(Integer.toString(id));
    }
}
