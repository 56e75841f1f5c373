package io.fairway.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.avro.Measure;
import io.fairway.avro.Policy;
import io.fairway.avro.PolicyState;
import io.fairway.schemas.FairwaySerdes;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import io.fairway.simulator.schedule.Act;
import io.fairway.simulator.schedule.Foreign;
import io.fairway.simulator.schedule.Schedule;
import io.fairway.simulator.schedule.ScheduleMaker;
import io.fairway.simulator.schedule.Site;
import io.fairway.simulator.schedule.Spans;
import io.fairway.simulator.streams.Wiring;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

/**
 * Ends that are corrected, and corrected again, to earlier and to later ones, each delivered late and twice at ages around the
 * horizon, while clocks of instances step and instances die. The horizon is an hour.
 */
class CorrectedEndTest {
    private static final String DOMAIN = "jura";
    private static final Site SITE =
            new Site(1, List.of(DOMAIN), 1, 2, Spans.HOUR, 0, 0, 5_000, false, Foreign.NONE, 0, 0, false, true);
    private static final int HISTORIES = 30;

    private static Act.Send send(long at, Topic topic, String key, SpecificRecord value) {
        return new Act.Send(at, Topics.standard().name(topic), 0, key, value, null, "");
    }

    private static Act.Send event(long at, String job, JobEventType type, long time, long run, int revision) {
        JobEvent event = JobEvent.newBuilder()
                .setDomain(DOMAIN)
                .setCluster(DOMAIN)
                .setJob(job)
                .setType(type)
                .setTime(Instant.ofEpochMilli(ScheduleMaker.BEGIN + time))
                .setRun(run == time ? null : Instant.ofEpochMilli(ScheduleMaker.BEGIN + run))
                .setSequence(time)
                .setRevision(revision)
                .setAccount(run == time ? "physics" : null)
                .setUser(run == time ? "anna" : null)
                .setAllocatedTres(Map.of("cpu", 8.0))
                .build();
        return send(at, Topic.JOB_EVENTS, Keys.job(DOMAIN, DOMAIN, job), event);
    }

    private static Schedule schedule(SplittableRandom random) {
        Policy policy = Policy.newBuilder()
                .setDomain(DOMAIN)
                .setName("main")
                .setEffectiveFrom(Instant.EPOCH)
                .setState(PolicyState.ACTIVE)
                .setMeasure(Measure.newBuilder().setName("billing").build())
                .build();
        List<Act> acts = new ArrayList<>();
        acts.add(send(0, Topic.POLICIES, Keys.policy(DOMAIN, "main", 0), policy));
        for (int number = 0; number < 4; number++) {
            String job = Integer.toString(number);
            long start = Spans.MINUTE + random.nextLong(Spans.HOUR);
            acts.add(event(start, job, JobEventType.STARTED, start, start, 0));
            for (int revision = 0; revision < 3; revision++) {
                long end = start + 10_000 + random.nextLong(50 * Spans.MINUTE);
                // An end that comes again at any age around the horizon: some are too old.
                for (int copy = random.nextInt(3); copy >= 0; copy--) {
                    long late = copy == 0 ? random.nextLong(Spans.MINUTE) : random.nextLong(61 * Spans.MINUTE);
                    acts.add(event(end + late, job, JobEventType.FINISHED, end, start, revision));
                }
            }
        }
        // Other jobs let the append clock go on.
        for (long at = Spans.MINUTE; at < 4 * Spans.HOUR; at += 7 * Spans.MINUTE) {
            acts.add(event(at, "other" + at, JobEventType.STARTED, at, at, 0));
            acts.add(event(at + 60_000, "other" + at, JobEventType.FINISHED, at + 60_000, at, 0));
        }
        for (int fault = 0; fault < 4; fault++) {
            long at = random.nextLong(3 * Spans.HOUR);
            int instance = random.nextInt(2);
            acts.add(
                    random.nextBoolean()
                            ? new Act.SetClock(at, instance, random.nextLong(-Spans.HOUR, 3 * Spans.HOUR))
                            : new Act.Kill(at, instance, random.nextInt(50)));
            acts.add(new Act.Start(at + Spans.MINUTE, instance));
        }
        acts.sort(Comparator.comparingLong(Act::at));
        return new Schedule(SITE, acts);
    }

    @Test
    void usageIsThatOfTheAcceptedEnds() {
        FairwaySerdes serdes = FairwaySerdes.ofOneThread(Map.of("schema.registry.url", "mock://corrected-end"));
        for (int seed = 0; seed < HISTORIES; seed++) {
            assertThat(Simulation.run(
                            schedule(new SplittableRandom(seed)),
                            Wiring.SOUND,
                            serdes,
                            new Encoder(serdes),
                            new Tally()))
                    .as("seed %d", seed)
                    .isNull();
        }
    }
}
