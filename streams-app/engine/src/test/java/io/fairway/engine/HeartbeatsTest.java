package io.fairway.engine;

import static io.fairway.engine.PipelineDriver.T0;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.FairshareRecord;
import io.fairway.avro.Heartbeat;
import io.fairway.avro.JobEventType;
import io.fairway.engine.PipelineDriver.Sent;
import io.fairway.schemas.Topic;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When heartbeats go out, and who waits by their counts. */
class HeartbeatsTest {
    private final PipelineDriver pipeline = PipelineDriver.live();
    private final SplittableRandom random = new SplittableRandom(11);
    /** The association of each pending job, and of each running one. */
    private final Map<String, String> pending = new HashMap<>();

    private final Map<String, String> running = new HashMap<>();
    private final Set<String> shares = new HashSet<>();
    private final Set<String> charged = new HashSet<>();

    @AfterEach
    void close() {
        pipeline.close();
    }

    @Test
    void tellOfNewResultsAtOnceAndElseAtTheirInterval() {
        pipeline.policy(3_600_000);
        pipeline.share("physics", "anna", 1);
        pipeline.advance(3_100);
        pipeline.read(Topic.HEARTBEATS, Heartbeat.class);
        pipeline.read(Topic.FAIRSHARE, FairshareRecord.class);

        pipeline.share("physics", "berta", 1);
        int turns = 0;
        List<Sent<FairshareRecord>> fairshare = List.of();
        while (fairshare.isEmpty()) {
            pipeline.advance(100);
            assertThat(++turns).as("turns").isLessThan(10);
            fairshare = pipeline.read(Topic.FAIRSHARE, FairshareRecord.class);
        }
        Instant asOf = Objects.requireNonNull(fairshare.get(0).value()).getAsOf();
        assertThat(pipeline.lastHeartbeat().getEvaluatedThrough()).isAfterOrEqualTo(asOf);

        pipeline.advance(3_000);
        assertThat(pipeline.read(Topic.HEARTBEATS, Heartbeat.class)).hasSize(3);
    }

    /** A job that names no user or no account is charged to nobody that a share record could name. */
    @ParameterizedTest
    @CsvSource({"'', anna", "physics, ''", "'', ''"})
    void tellOfJobsWithoutAName(String account, String user) {
        pipeline.policy(3_600_000);
        pipeline.share("physics", "anna", 1);
        pipeline.submit("1", account, user, T0);
        pipeline.start("1", T0, 2);
        pipeline.advance(1_000);

        assertThat(pipeline.lastHeartbeat().getCounts())
                .containsEntry("unplacedJobs", 1L)
                .containsEntry("unplacedAssociations", 1L);
    }

    /** Who has to add them to the table must not look for them. */
    @Test
    void nameThoseThatNoShareTreeHas() {
        pipeline.policy(3_600_000);
        pipeline.share("physics", "anna", 1);
        pipeline.submit("1", "physics", "anna", T0);
        for (int i = 0; i < 12; i++) {
            pipeline.submit("late" + i, "physics", "u%02d".formatted(i), T0);
        }
        pipeline.submit("nameless", "physics", "", T0);
        pipeline.advance(1_000);

        assertThat(pipeline.lastHeartbeat().getProblems())
                .singleElement()
                .asString()
                .startsWith("not in the share table, so without priority: alps/physics/(none), alps/physics/u00, ")
                .endsWith(", alps/physics/u08 and 3 more");

        for (int i = 0; i < 12; i++) {
            pipeline.share("physics", "u%02d".formatted(i), 1);
        }
        pipeline.submit("nameless", "physics", "anna", T0);
        pipeline.job(
                pipeline.event("nameless", JobEventType.MODIFIED, T0 + 1_000).setUser("anna"));
        pipeline.advance(1_000);
        assertThat(pipeline.lastHeartbeat().getProblems()).isEmpty();
    }

    /** After each step of a random history. */
    @Test
    void countThePresent() {
        pipeline.policy(3_600_000);
        int waited = 0;
        for (int step = 0; step < 300; step++) {
            change(step);
            if (random.nextInt(3) == 0) {
                change(1_000 + step);
            }
            pipeline.advance(1_000);

            Map<String, Long> counts = pipeline.lastHeartbeat().getCounts();
            Set<String> waiting = new HashSet<>(charged);
            waiting.addAll(pending.values());
            waiting.addAll(running.values());
            waiting.removeAll(shares);
            long jobs = pending.values().stream().filter(waiting::contains).count()
                    + running.values().stream().filter(waiting::contains).count();
            waited += jobs > 0 ? 1 : 0;
            assertThat(counts)
                    .as("step " + step)
                    .containsEntry("pendingJobs", (long) pending.size())
                    .containsEntry("runningJobs", (long) running.size())
                    .containsEntry("unplacedJobs", jobs)
                    .containsEntry("unplacedAssociations", (long) waiting.size());
        }
        assertThat(waited).as("steps at which jobs waited").isGreaterThan(50);
        assertThat(shares).as("shares that came").hasSizeGreaterThan(6);
    }

    private void change(int number) {
        long time = T0 + number % 1_000 * 1_000L;
        String account = "a" + random.nextInt(3);
        String user = "u" + random.nextInt(4);
        String job = "j" + number;
        switch (random.nextInt(8)) {
            case 0, 1 -> {
                pipeline.submit(job, account, user, time);
                pending.put(job, account + "/" + user);
            }
            case 2 -> {
                pipeline.start(job, account, user, time, 1);
                running.put(job, account + "/" + user);
            }
            case 3, 4 -> {
                String any = pending.keySet().stream().sorted().findFirst().orElse(null);
                if (any != null) {
                    pipeline.start(any, time, 1);
                    running.put(any, pending.remove(any));
                }
            }
            case 5 -> {
                String any = running.keySet().stream().sorted().findFirst().orElse(null);
                if (any != null) {
                    // It has run for one second at least.
                    pipeline.finish(any, time + 1_000, time);
                    charged.add(running.remove(any));
                }
            }
            case 6 -> {
                String any = pending.keySet().stream().sorted().findFirst().orElse(null);
                if (any != null) {
                    pipeline.job(pipeline.event(any, JobEventType.MODIFIED, time)
                            .setAccount(account)
                            .setUser(user));
                    pending.put(any, account + "/" + user);
                }
            }
            default -> {
                if (number > 49 && random.nextBoolean()) {
                    pipeline.share(account, user, 1);
                    shares.add(account + "/" + user);
                }
            }
        }
    }
}
