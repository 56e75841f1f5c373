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
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

/**
 * What the simulator found once: a job whose lease had ended was forgotten an horizon later, and its end, told late but in
 * time, was charged as if it had never started. The horizon is an hour and the lease ten minutes: it ends at 00:12:30, the end
 * of 00:13 comes at 01:12:50, and another job at 01:12:40 lets the task look for jobs to forget.
 */
class LateEndTest {
    private static final String DOMAIN = "jura";
    private static final Site SITE = new Site(
            1, List.of(DOMAIN), 1, 1, Spans.HOUR, 10 * Spans.MINUTE, 0, 5_000, false, Foreign.NONE, 0, 0, false, false);

    private static Act.Send send(long at, Topic topic, String key, SpecificRecord value) {
        return new Act.Send(at, Topics.standard().name(topic), 0, key, value, null, "");
    }

    private static Act.Send event(long at, String job, JobEventType type, long time, long run) {
        JobEvent event = JobEvent.newBuilder()
                .setDomain(DOMAIN)
                .setCluster(DOMAIN)
                .setJob(job)
                .setType(type)
                .setTime(Instant.ofEpochMilli(ScheduleMaker.BEGIN + time))
                .setRun(run == time ? null : Instant.ofEpochMilli(ScheduleMaker.BEGIN + run))
                .setSequence(at)
                .setAccount(run == time ? "physics" : null)
                .setUser(run == time ? "anna" : null)
                .setAllocatedTres(Map.of("cpu", 8.0))
                .build();
        return send(at, Topic.JOB_EVENTS, Keys.job(DOMAIN, DOMAIN, job), event);
    }

    @Test
    void anEndThatIsToldLateFindsItsJob() {
        Policy policy = Policy.newBuilder()
                .setDomain(DOMAIN)
                .setName("main")
                .setEffectiveFrom(Instant.EPOCH)
                .setState(PolicyState.ACTIVE)
                .setMeasure(Measure.newBuilder()
                        .setName("billing")
                        .setLeaseMillis(SITE.lease())
                        .build())
                .build();
        long start = Spans.MINUTE;
        long late = Spans.HOUR + 12 * Spans.MINUTE;
        Schedule schedule = new Schedule(
                SITE,
                List.of(
                        send(0, Topic.POLICIES, Keys.policy(DOMAIN, "main", 0), policy),
                        event(start, "1", JobEventType.STARTED, start, start),
                        event(late + 40_000, "2", JobEventType.STARTED, late + 40_000, late + 40_000),
                        event(late + 50_000, "1", JobEventType.FINISHED, 13 * Spans.MINUTE, start)));
        FairwaySerdes serdes = FairwaySerdes.ofOneThread(Map.of("schema.registry.url", "mock://late-end"));

        assertThat(Simulation.run(schedule, Wiring.SOUND, serdes, new Encoder(serdes), new Tally()))
                .isNull();
    }
}
