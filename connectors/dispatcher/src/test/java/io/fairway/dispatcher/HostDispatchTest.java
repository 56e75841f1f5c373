package io.fairway.dispatcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.Host;
import io.fairway.avro.HostState;
import io.fairway.avro.JobAttributes;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.dispatcher.cluster.DispatcherRig;
import io.fairway.schemas.Topic;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A dispatcher that reads the hosts topic. Host a has two slots, b one, and c, which is closed, four. */
class HostDispatchTest {
    private final DispatcherRig rig = new DispatcherRig();

    HostDispatchTest() {
        rig.fillsHosts();
        host("a", 2, HostState.OPEN);
        host("b", 1, HostState.OPEN);
        host("c", 4, HostState.CLOSED);
    }

    private void host(String name, long slots, HostState state) {
        rig.givenHost(
                name,
                Host.newBuilder()
                        .setDomain("alps")
                        .setCluster("alps")
                        .setName(name)
                        .setSlots(slots)
                        .setState(state)
                        .build());
    }

    private List<String> starts() {
        return rig.sent(Topic.JOB_EVENTS).stream()
                .map(rig::event)
                .map(event -> event.getJob() + " on " + event.getAttributes().getHostSlots())
                .toList();
    }

    /** Each job asks for one processor. Three fit, and the starts on record name their hosts. */
    @Test
    void itFillsTheHostsInTheOrderOfTheJobs() {
        for (int job = 1; job <= 4; job++) {
            rig.given("" + job, Records.job("" + job, 10 - job).build());
        }
        try (Dispatcher dispatcher = rig.dispatcher(Map.of())) {
            dispatcher.runOnce();
            assertThat(dispatcher.status().unreadable()).isZero();
        }

        assertThat(rig.started).containsExactly("1", "2", "3");
        assertThat(starts()).containsExactly("1 on {a=1}", "2 on {a=1}", "3 on {b=1}");
    }

    /** A dispatcher that begins reads the runs that the one before it started: a is full. */
    @Test
    void theOneAfterItKnowsWhatRunsWhere() {
        rig.givenEvent(
                Topic.JOB_EVENTS,
                JobEvent.newBuilder()
                        .setDomain("alps")
                        .setCluster("alps")
                        .setJob("9")
                        .setType(JobEventType.STARTED)
                        .setTime(Instant.ofEpochMilli(DispatcherRig.NOW - 500))
                        .setAllocatedTres(Map.of("cpu", 2.0))
                        .setAttributes(JobAttributes.newBuilder()
                                .setHostSlots(Map.of("a", 2L))
                                .build())
                        .build());
        rig.given("1", Records.job("1", 10).build());
        rig.given("2", Records.job("2", 5).build());
        try (Dispatcher dispatcher = rig.dispatcher(Map.of())) {
            dispatcher.runOnce();
        }

        assertThat(starts()).containsExactly("1 on {b=1}");
    }
}
